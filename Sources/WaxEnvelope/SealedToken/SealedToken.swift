// SPDX-License-Identifier: Apache-2.0

/// A push token that is sealed to a relay, as its owner hands it to one contact: 1371 bytes of one shape, whatever is inside.
///
/// Source: docs/sealed-token.md, "The sealed token".
public struct SealedToken: Hashable, Sendable {
    /// The bytes of every token.
    public static let byteCount = 1371
    /// The characters of every token's text.
    public static let textLength = 1833
    /// What the text begins with.
    static let prefix = "spt1."
    /// The bytes inside, before they are sealed.
    package static let plaintextByteCount = 1280
    /// The bytes before the encapsulated key.
    package static let headerByteCount = 10

    static let version: UInt8 = 1
    static let suite: UInt8 = 1
    /// Stands first in an uncompressed point; the hybrid forms would be a second spelling of the same token.
    private static let uncompressed: UInt8 = 4

    /// Version, suite, key id, encapsulated key, ciphertext and tag.
    public let bytes: [UInt8]

    /// Takes the bytes; throws `shape` for another length, version, suite or form of the encapsulated key.
    public init(bytes: [UInt8]) throws(SealedTokenError) {
        guard bytes.count == Self.byteCount, bytes[0] == Self.version, bytes[1] == Self.suite,
            bytes[Self.headerByteCount] == Self.uncompressed
        else { throw .shape }
        self.bytes = bytes
    }

    /// Takes the text; throws `shape` for anything but `spt1.` and the base64url of such bytes.
    public init(_ text: String) throws(SealedTokenError) {
        var text = text
        let bytes = text.withUTF8 { text -> [UInt8]? in
            guard text.count == Self.textLength, text.starts(with: Self.prefix.utf8) else { return nil }
            return Base64URL.decode(UnsafeBufferPointer(rebasing: text[Self.prefix.utf8.count...]))
        }
        guard let bytes else { throw .shape }
        try self.init(bytes: bytes)
    }

    /// The 1833 characters.
    public var text: String { Self.prefix + Base64URL.encode(bytes) }

    /// The relay's key that it is sealed to.
    public var keyID: RelayKeyID { RelayKeyID(bytes[2..<Self.headerByteCount]) }

    /// What HPKE opens: encapsulated key, ciphertext and tag.
    package var sealedBytes: ArraySlice<UInt8> { bytes[Self.headerByteCount...] }
}

extension SealedToken: CustomStringConvertible, CustomReflectable {
    /// Says nothing of the token, which is a capability.
    public var description: String { "sealed token" }
    /// Says nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
