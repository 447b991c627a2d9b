// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope

/// Seals many tokens at once, as fast as the machine can.
struct TokenSealer {
    private let context: SealingContext
    private let key: [UInt8]
    private let header: [UInt8]

    init(_ world: RelayWorld) throws {
        context = try SealingContext(ciphersuite: SealedToken.ciphersuite, info: world.key.info)
        key = world.key.x963Representation
        header = [1, 1] + world.key.keyID.bytes
    }

    func seal(_ contents: [SealedTokenContent]) throws -> [SealedToken] {
        let plaintexts = try contents.flatMap { try $0.plaintext() }
        let size = SealingContext.sealedByteCount(SealedToken.plaintextByteCount)
        let messages = contents.indices.map { index in
            let start = index * SealedToken.plaintextByteCount
            return SealingContext.Message(
                plaintext: start..<start + SealedToken.plaintextByteCount, recipient: 0, output: index * size)
        }
        var output = [UInt8](repeating: 0, count: contents.count * size)
        var span = output.mutableSpan
        let refused = try context.seal(messages, plaintexts: plaintexts.span, recipients: key.span, into: &span)
        guard refused.isEmpty else { throw BenchmarkFailure("the relay's key was refused") }
        return try contents.indices.map { index in
            try SealedToken(bytes: header + output[index * size..<(index + 1) * size])
        }
    }
}
