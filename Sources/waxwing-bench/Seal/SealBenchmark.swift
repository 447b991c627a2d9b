// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import WaxCrypto

/// Seals and opens as the push envelope does, beside the curve operations that no seal can do without.
struct SealBenchmark {
    private static let plaintextByteCount = 200
    private static let batchCount = 64

    private let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)
    private let info = Array("honkio-push-v2".utf8)
    private let plaintext = (0..<plaintextByteCount).map { UInt8($0) }
    private let keys = (0..<batchCount).map { _ in P256.KeyAgreement.PrivateKey() }

    /// The tables and the lines for scripts.
    func run(seconds: Double) throws -> String {
        let curve = try RawCurve()
        let hasLanes = try SealingContext(ciphersuite: suite, info: info).usesLanes
        let groups = hasLanes ? Array(1...8) : []
        let works =
            try [
                sealing(), sending(), opening(),
                .init(name: "fixed-base multiplication") { try curve.multiplyBase(times: $0) },
                .init(name: "variable-base multiplication") { try curve.multiplyPoint(times: $0) },
                .init(name: "point encoding") { try curve.encode(times: $0) },
                batchSealing(Self.batchCount, inLanes: false),
            ]
            + (hasLanes ? [batchSealing(Self.batchCount, inLanes: true)] : [])
            + groups.flatMap { try [batchSealing($0, inLanes: false), batchSealing($0, inLanes: true)] }
        let medians = try InterleavedTiming.medians(of: works, seconds: seconds)
        let raw = medians[3..<6].reduce(0, +)

        var table = ResultTable(nameWidth: 44, widths: [8, 13])
        table.add("\(Self.plaintextByteCount)-byte plaintext, one core, CPU time, \(RawCurve.version)")
        table.add("", "µs", "per second")
        func add(_ name: String, _ median: Double) {
            table.add(name, decimal(median, 1), decimal(1_000_000 / median, 0))
        }
        for (work, median) in zip(works, medians).prefix(works.count - 2 * groups.count) { add(work.name, median) }
        add("the three curve operations together", raw)
        var results = [
            "RESULT seal_us=" + decimal(medians[0], 2), "RESULT open_us=" + decimal(medians[2], 2),
            "RESULT seal_ratio=" + decimal(medians[0] / raw, 3),
        ]
        guard hasLanes else {
            return
                (table.lines + ["", "no lanes: the build has no crypto_mb, or the processor no AVX-512 IFMA", ""]
                + results).joined(separator: "\n")
        }
        results += [
            "RESULT lanes_us=" + decimal(medians[7], 2),
            "RESULT lanes_speedup=" + decimal(medians[6] / medians[7], 3),
        ]
        var groupTable = ResultTable(nameWidth: 44, widths: [8, 13])
        groupTable.add("µs a seal, in groups of", "libcrypto", "eight lanes")
        for (index, count) in groups.enumerated() {
            groupTable.add(String(count), decimal(medians[8 + 2 * index], 1), decimal(medians[9 + 2 * index], 1))
        }
        return (table.lines + [""] + groupTable.lines + [""] + results).joined(separator: "\n")
    }

    private func sealing() throws -> InterleavedTiming.Work {
        let context = try SealingContext(ciphersuite: suite, info: info)
        var output = [UInt8](repeating: 0, count: SealingContext.sealedByteCount(plaintext.count))
        let recipients = keys.map(\.publicKey)
        var span = output.mutableSpan
        try context.seal(plaintext.span, to: recipients[0], into: &span)
        try check(output[...], opensWith: keys[0])
        return .init(name: "seal") { times in
            var span = output.mutableSpan
            for turn in 0..<times {
                try context.seal(plaintext.span, to: recipients[turn % recipients.count], into: &span)
            }
        }
    }

    private func batchSealing(_ count: Int, inLanes: Bool) throws -> InterleavedTiming.Work {
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
        let name = "seal, keys of 65 bytes, batches of \(count)" + (inLanes ? ", lanes" : "")
        return .init(name: name, operationCount: count) { times in
            for _ in 0..<times { try sealAll() }
        }
    }

    private func sending() throws -> InterleavedTiming.Work {
        let info = Data(info)
        return .init(name: "seal, HPKE.Sender") { times in
            for turn in 0..<times {
                let key = keys[turn % keys.count].publicKey
                var sender = try HPKE.Sender(recipientKey: key, ciphersuite: suite, info: info)
                _ = try sender.seal(plaintext)
            }
        }
    }

    private func opening() throws -> InterleavedTiming.Work {
        let info = Data(info)
        let sealed = try keys.map { key in
            var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: info)
            return try (key, sender.encapsulatedKey, sender.seal(plaintext))
        }
        return .init(name: "open, HPKE.Recipient") { times in
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
