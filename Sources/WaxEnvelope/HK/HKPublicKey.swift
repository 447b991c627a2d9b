// SPDX-License-Identifier: Apache-2.0
public import WaxCrypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The public key of one device, checked to be a point on P-256.
///
/// As text it is the 65 byte uncompressed point in base64url without padding: 87 characters.
/// Source: docs/envelope.md, "The device key".
public struct HKPublicKey: Sendable {
    /// The number of bytes of the point.
    public static let byteCount = 65
    /// The number of characters of the text.
    public static let textLength = 87

    /// The point: 4, then 32 bytes each of x and y.
    public let x963Representation: [UInt8]
    /// The first 16 characters of base64url(SHA-256(the point)): the `kid` of every envelope to this device.
    public let keyID: String

    /// Takes the 87 characters; nil for anything else, another spelling of the same bytes included.
    public init?(_ text: String) {
        guard text.utf8.count == Self.textLength, let bytes = Base64URL.decode(text) else { return nil }
        self.init(x963Representation: bytes)
    }

    /// Takes the 65 bytes; nil when they are not an uncompressed point on the curve.
    public init?(x963Representation bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, bytes.first == 4,
            (try? P256.KeyAgreement.PublicKey(x963Representation: bytes)) != nil
        else { return nil }
        x963Representation = bytes
        keyID = Self.keyID(of: bytes)
    }

    /// Takes a key that the cryptographic module has checked.
    public init(_ key: P256.KeyAgreement.PublicKey) {
        x963Representation = Array(key.x963Representation)
        keyID = Self.keyID(of: x963Representation)
    }

    /// Takes back what a checked key was stored as, where nobody else can have written; nil for another length.
    ///
    /// Sealing still refuses what is no point; only the time of checking it twice is saved.
    package init?(stored x963Representation: [UInt8], keyID: String) {
        guard x963Representation.count == Self.byteCount else { return nil }
        self.x963Representation = x963Representation
        self.keyID = keyID
    }

    /// The 87 characters under which a device registers its key.
    public var text: String { Base64URL.encode(x963Representation) }

    /// The key id of a point, which is not checked.
    package static func keyID(of x963Representation: [UInt8]) -> String {
        // Twelve bytes make the first sixteen characters.
        Base64URL.encode(Array(SHA256.hash(data: x963Representation).prefix(12)))
    }
}

extension HKPublicKey: Hashable {
    /// Whether both are the same point.
    public static func == (left: HKPublicKey, right: HKPublicKey) -> Bool {
        left.x963Representation == right.x963Representation
    }

    /// Feeds the point to `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(x963Representation)
    }
}
