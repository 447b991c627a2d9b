// SPDX-License-Identifier: Apache-2.0

/// Looks for many secrets at once in the bytes of a file.
struct SecretSearch: Sendable {
    /// The fewest bytes of a secret: fewer would stand somewhere by chance.
    static let shortest = 8

    /// The secrets by their first eight bytes.
    private let secrets: [UInt64: [(name: String, bytes: [UInt8])]]

    /// - Parameter secrets: each with the name by which a test may speak of it.
    init(_ secrets: [(name: String, bytes: [UInt8])]) {
        precondition(secrets.allSatisfy { $0.bytes.count >= Self.shortest }, "too short a secret")
        self.secrets = Dictionary(grouping: secrets) { Self.word($0.bytes[..<8]) }
    }

    /// The names of all secrets that stand in `bytes`.
    func found(in bytes: [UInt8]) -> Set<String> {
        var found: Set<String> = []
        var word: UInt64 = 0
        for (index, byte) in bytes.enumerated() {
            word = word << 8 | UInt64(byte)
            guard index >= 7, let candidates = secrets[word] else { continue }
            for secret in candidates where bytes[(index - 7)...].starts(with: secret.bytes) {
                found.insert(secret.name)
            }
        }
        return found
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
