// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import WaxCrypto

/// Seals and opens as the push envelope does, beside the curve operations that no seal can do without.
struct SealBenchmark {
    static let plaintextByteCount = 200
    private static let batchCount = 64

    private let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)
    private let info = Array("honkio-push-v2".utf8)
    private let plaintext = (0..<plaintextByteCount).map { UInt8($0) }
    private let keys = (0..<batchCount).map { _ in P256.KeyAgreement.PrivateKey() }

    /// The tables and the lines for scripts.
    func run(seconds: Double) throws -> String {
        let curve = try RawCurve()
        let hasLanes = try SealingContext(ciphersuite: suite, info: info).usesLanes
        let subjects = SealSubject.all(batchCount: Self.batchCount, inLanes: hasLanes)
        let works = try subjects.map { subject in
            InterleavedTiming.Work(operationCount: subject.operationCount, run: try work(subject, curve))
        }
        let medians = try InterleavedTiming.medians(of: works, seconds: seconds)
        return SealReport(subjects: subjects, medians: medians, batchCount: Self.batchCount, hasLanes: hasLanes).text
    }

    private func work(_ subject: SealSubject, _ curve: RawCurve) throws -> (Int) throws -> Void {
        switch subject {
        case .seal: try sealing()
        case .sender: sending()
        case .recipient: try opening()
        case .baseMultiplication: { try curve.multiplyBase(times: $0) }
        case .pointMultiplication: { try curve.multiplyPoint(times: $0) }
        case .encoding: { try curve.encode(times: $0) }
        case .batch(let count, let inLanes): try batchSealing(count, inLanes: inLanes)
        }
    }

    private func sealing() throws -> (Int) throws -> Void {
        let context = try SealingContext(ciphersuite: suite, info: info)
        var output = [UInt8](repeating: 0, count: SealingContext.sealedByteCount(plaintext.count))
        let recipients = keys.map(\.publicKey)
        var span = output.mutableSpan
        try context.seal(plaintext.span, to: recipients[0], into: &span)
        try check(output[...], opensWith: keys[0])
        return { times in
            var span = output.mutableSpan
            for turn in 0..<times {
                try context.seal(plaintext.span, to: recipients[turn % recipients.count], into: &span)
            }
        }
    }

    private func batchSealing(_ count: Int, inLanes: Bool) throws -> (Int) throws -> Void {
        let context = try SealingContext(ciphersuite: suite, info: info, lanesFrom: inLanes ? 1 : nil)
        let sealedByteCount = SealingContext.sealedByteCount(plaintext.count)
        var output = [UInt8](repeating: 0, count: count * sealedByteCount)
        let keys = keys.prefix(count)
        let recipients = keys.flatMap { [UInt8]($0.publicKey.x963Representation) }
        let messages = keys.indices.map { index in
            SealingContext.Message(
                plaintext: plaintext.indices, recipient: index * 65, output: index * sealedByteCount)
        }
        func sealAll() throws {
            var span = output.mutableSpan
            let refused = try context.seal(
                messages, plaintexts: plaintext.span, recipients: recipients.span, into: &span)
            guard refused.isEmpty else { throw BenchmarkFailure("a key was refused") }
        }
        try sealAll()
        for (key, message) in zip(keys, messages) {
            try check(output[message.output...].prefix(sealedByteCount), opensWith: key)
        }
        return { times in
            for _ in 0..<times { try sealAll() }
        }
    }

    private func sending() -> (Int) throws -> Void {
        let info = Data(info)
        return { times in
            for turn in 0..<times {
                let key = keys[turn % keys.count].publicKey
                var sender = try HPKE.Sender(recipientKey: key, ciphersuite: suite, info: info)
                _ = try sender.seal(plaintext)
            }
        }
    }

    private func opening() throws -> (Int) throws -> Void {
        let info = Data(info)
        let sealed = try keys.map { key in
            var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: info)
            return try (key, sender.encapsulatedKey, sender.seal(plaintext))
        }
        return { times in
            for turn in 0..<times {
                let (key, encapsulatedKey, ciphertext) = sealed[turn % sealed.count]
                var recipient = try HPKE.Recipient(
                    privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: encapsulatedKey)
                _ = try recipient.open(ciphertext)
            }
        }
    }

    private func check(_ sealed: ArraySlice<UInt8>, opensWith key: P256.KeyAgreement.PrivateKey) throws {
        var recipient = try HPKE.Recipient(
            privateKey: key, ciphersuite: suite, info: Data(info), encapsulatedKey: Data(sealed.prefix(65)))
        guard try recipient.open(sealed.dropFirst(65)) == Data(plaintext) else {
            throw BenchmarkFailure("a sealed message opens to another text")
        }
    }
}
