// SPDX-License-Identifier: Apache-2.0
public import WaxCrypto

/// A relay's public key, checked to be a point on P-256, and the relay's name: what tokens are sealed to.
public struct RelayPublicKey: Sendable {
    /// The name of the relay, ASCII in lower case; a token for one relay does not open at another.
    public let relay: String
    /// The point: 4, then 32 bytes each of x and y.
    public let x963Representation: [UInt8]
    /// What tokens name the key by.
    public let keyID: RelayKeyID
    let key: P256.KeyAgreement.PublicKey

    /// Takes the 65 bytes; nil when they are not an uncompressed point on the curve, or `relay` is not a host name.
    public init?(x963Representation bytes: [UInt8], relay: String) {
        guard bytes.count == 65, bytes[0] == 4,
            let key = try? P256.KeyAgreement.PublicKey(x963Representation: bytes)
        else { return nil }
        self.init(key, relay: relay)
    }

    /// Takes a key that the cryptographic module has checked; nil when `relay` is not a host name.
    public init?(_ key: P256.KeyAgreement.PublicKey, relay: String) {
        guard Self.isRelayName(relay) else { return nil }
        self.relay = relay.lowercased()
        self.key = key
        x963Representation = Array(key.x963Representation)
        keyID = RelayKeyID(x963Representation: x963Representation)
    }

    /// The key as PEM text.
    package var pemRepresentation: String { key.pemRepresentation }

    /// What binds a token to this format, this key and this relay: the `info` of HPKE.
    package var info: [UInt8] { Self.info(keyID: keyID, relay: relay) }

    static func info(keyID: RelayKeyID, relay: String) -> [UInt8] {
        Array("sealed-push/v1/token".utf8) + [0, SealedToken.version, SealedToken.suite] + keyID.bytes + relay.utf8
    }

    /// Whether a text is a DNS name or an address, as a relay is called.
    public static func isRelayName(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"):
                    true
                default: false
                }
            }
    }
}

extension RelayPublicKey: Hashable {
    /// Whether both are the same key of the same relay.
    public static func == (left: RelayPublicKey, right: RelayPublicKey) -> Bool {
        left.x963Representation == right.x963Representation && left.relay == right.relay
    }

    /// Feeds key and relay to `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(x963Representation)
        hasher.combine(relay)
    }
}
