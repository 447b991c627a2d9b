// SPDX-License-Identifier: Apache-2.0
import CAllocationCounter
import Testing

@testable import WaxCrypto

/// How often this thread allocates while `body` runs.
private func allocations(_ body: () throws -> Void) rethrows -> UInt64 {
    let before = allocation_count()
    try body()
    return allocation_count() - before
}

private let isCounting = allocations { _ = [UInt8](repeating: 1, count: Int.random(in: 100...200)) } > 0

@Suite(.enabled(if: isCounting, "a sanitizer owns malloc"))
struct SealingAllocationTests {
    @Test func sealAllocatesWhatItsMultiplicationsDo() throws {
        let count = 200
        let recipient = P256.KeyAgreement.PrivateKey().publicKey
        let arithmetic = P256Arithmetic()
        var encoding = [UInt8](repeating: 0, count: 65)
        var secret = [UInt8](repeating: 0, count: 32)
        func multiply() throws {
            try secret.withUnsafeMutableBytes { secret in
                try P256.fillWithRandomScalar(secret)
                try arithmetic.setScalar(UnsafeRawBufferPointer(secret))
                try encoding.withUnsafeMutableBytes { try arithmetic.writePublicKey(into: $0) }
                try arithmetic.writeAgreement(with: recipient.point, into: secret)
            }
        }
        try multiply()
        let unavoidable = try allocations { for _ in 0..<count { try multiply() } }

        let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)
        let context = try SealingContext(ciphersuite: suite, info: [1, 2, 3])
        let plaintext = [UInt8](repeating: 7, count: 200)
        var output = [UInt8](repeating: 0, count: SealingContext.sealedByteCount(200))
        func seal() throws {
            var span = output.mutableSpan
            try context.seal(plaintext.span, to: recipient, into: &span)
        }
        try seal()
        let actual = try allocations { for _ in 0..<count { try seal() } }
        #expect(actual == unavoidable)

        let keys = [UInt8](recipient.x963Representation)
        let messages = (0..<count).map { _ in SealingContext.Message(plaintext: 0..<200, recipient: 0, output: 0) }
        func sealBatch(_ context: SealingContext) throws {
            var span = output.mutableSpan
            _ = try context.seal(messages, plaintexts: plaintext.span, recipients: keys.span, into: &span)
        }
        try sealBatch(context)
        #expect(try allocations { try sealBatch(context) } == (context.usesLanes ? 0 : unavoidable))
        let oneByOne = try SealingContext(ciphersuite: suite, info: [1, 2, 3], lanesFrom: nil)
        try sealBatch(oneByOne)
        #expect(try allocations { try sealBatch(oneByOne) } == unavoidable)
    }
}
