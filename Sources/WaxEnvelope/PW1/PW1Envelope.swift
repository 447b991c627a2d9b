// SPDX-License-Identifier: Apache-2.0

/// A personal notification that its sender sealed: `pw1.<kid>.<nonce, ciphertext and tag>`.
///
///     let envelope = try PW1Envelope.seal(PW1Content(title: "Disk full", body: "/var is at 97%"), with: key)
///     send(envelope.text)
///     // on the device
///     let content = try PW1Envelope(received).open(with: key)
///
/// Source: docs/envelope.md, "The pw1 envelope".
public struct PW1Envelope: Hashable, Sendable {
    /// The most characters of an envelope.
    public static let maximumLength = 3072
    /// The most bytes of JSON that such an envelope holds.
    public static let maximumPlaintext = 2266

    /// The whole envelope.
    public let text: String
    /// The id of the key it is sealed with: eight lower-case hexadecimal digits.
    public let kid: String
    /// Nonce, ciphertext and tag.
    let sealed: [UInt8]

    /// Takes a text of the right shape, which is all that a server can check; throws `envelopeShape` for another.
    public init(_ text: String) throws(PW1Error) {
        let characters = Array(text.utf8)
        guard characters.count <= Self.maximumLength, characters.starts(with: "pw1.".utf8) else { throw .envelopeShape }
        let parts = characters.dropFirst(4).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 8, parts[0].allSatisfy(Hexadecimal.isLowerCaseDigit),
            let sealed = parts[1].withUnsafeBufferPointer({ Base64URL.decode($0) }),
            sealed.count >= Self.minimumSealedByteCount
        else { throw .envelopeShape }
        self.text = text
        kid = String(decoding: parts[0], as: UTF8.self)
        self.sealed = sealed
    }

    init(kid: String, sealed: [UInt8]) {
        text = "pw1.\(kid).\(Base64URL.encode(sealed))"
        self.kid = kid
        self.sealed = sealed
    }

    /// Twelve bytes of nonce, the two of `{}` and sixteen of tag: 40 characters.
    private static let minimumSealedByteCount = 30
}
