// SPDX-License-Identifier: Apache-2.0
public import WaxCrypto
import WaxJSON

/// The keys of a relay as it publishes them, signed by a root key that the app knows.
///
/// Source: docs/sealed-token.md, "The list of keys".
public struct RelayKeyList: Hashable, Sendable {
    /// One key and when it counts; times are hours since 1970.
    public struct Entry: Hashable, Sendable {
        /// The key.
        public let key: RelayPublicKey
        /// Tokens are sealed to it from this hour on.
        public let sealFrom: UInt32
        /// And before this one.
        public let sealUntil: UInt32
        /// The relay destroys the private key at this hour.
        public let openUntil: UInt32

        /// Takes the parts.
        public init(key: RelayPublicKey, sealFrom: UInt32, sealUntil: UInt32, openUntil: UInt32) {
            self.key = key
            self.sealFrom = sealFrom
            self.sealUntil = sealUntil
            self.openUntil = openUntil
        }

        /// What the key is at an hour.
        public func state(hour: UInt32) -> State {
            hour < sealFrom ? .next : hour < sealUntil ? .active : .retiring
        }
    }

    /// What a key is for at present.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Tokens will be sealed to it.
        case next
        /// Tokens are sealed to it.
        case active
        /// Tokens that were sealed to it still open.
        case retiring
    }

    /// The longest time that a list may be good for, in hours: 14 days.
    public static let maximumValidity: UInt32 = 336

    /// Rises with each list.
    public let serial: UInt64
    /// The relay's name.
    public let relay: String
    /// When the list was made.
    public let issued: UInt32
    /// When it no longer counts.
    public let validUntil: UInt32
    /// The keys, at most four.
    public let entries: [Entry]

    /// Takes the parts.
    package init(serial: UInt64, relay: String, issued: UInt32, validUntil: UInt32, entries: [Entry]) {
        self.serial = serial
        self.relay = relay
        self.issued = issued
        self.validUntil = validUntil
        self.entries = entries
    }

    /// The key to seal to at this hour; nil when the list has none, or has ended: its keys may have been given up since.
    public func sealingKey(hour: UInt32) -> RelayPublicKey? {
        guard hour < validUntil else { return nil }
        return entries.filter { $0.state(hour: hour) == .active }.max { $0.sealFrom < $1.sealFrom }?.key
    }
}

extension RelayKeyList {
    /// Reads what `GET /v1/sealed/keys` answers and checks all of it against the app's pinned root key.
    ///
    /// `last` is the list that the app has: a list that is older is refused, and so is one that has ended, so that nobody can
    /// hold an app to keys that the relay has given up.
    public init(
        parsing json: [UInt8], signedBy root: P256.Signing.PublicKey, relay: String, after last: RelayKeyList? = nil,
        hour: UInt32
    ) throws(RelayKeyListError) {
        guard let answer = try? JSONReader.parse(json),
            let bytes = answer["list"]?.stringValue.flatMap({ Base64URL.decode($0) }),
            let signature = answer["sig"]?.stringValue.flatMap({ Base64URL.decode($0) })
                .flatMap({ try? P256.Signing.ECDSASignature(rawRepresentation: $0) })
        else { throw .format }
        guard root.isValidSignature(signature, for: Self.signedBytes(bytes)) else { throw .signature }
        try self.init(signed: bytes)
        guard self.relay.utf8.elementsEqual(relay.lowercased().utf8) else { throw .otherRelay }
        guard validUntil > hour, validUntil - issued <= Self.maximumValidity else { throw .expired }
        if let last, (serial, issued) < (last.serial, last.issued) { throw .older }
    }

    /// Reads the bytes that are signed.
    package init(signed bytes: [UInt8]) throws(RelayKeyListError) {
        guard let object = try? JSONReader.parse(bytes), object["v"]?.int64Value == 1,
            let serial = object["serial"]?.int64Value.flatMap({ UInt64(exactly: $0) }),
            let relay = object["relay"]?.stringValue, let issued = object.hour("issued"),
            let validUntil = object.hour("valid_until"), validUntil > issued,
            let keys = object["keys"]?.arrayValue, keys.count <= 4
        else { throw .format }
        var entries: [Entry] = []
        for key in keys where key["suite"]?.int64Value == Int64(SealedToken.suite) {
            guard let point = key["pub"]?.stringValue.flatMap({ Base64URL.decode($0) }),
                let publicKey = RelayPublicKey(x963Representation: point, relay: relay),
                key["kid"]?.stringValue?.utf8.elementsEqual(publicKey.keyID.text.utf8) == true,
                let sealFrom = key.hour("seal_from"), let sealUntil = key.hour("seal_until"),
                let openUntil = key.hour("open_until"), sealFrom <= sealUntil, sealUntil <= openUntil
            else { throw .format }
            entries.append(
                Entry(key: publicKey, sealFrom: sealFrom, sealUntil: sealUntil, openUntil: openUntil))
        }
        self.init(serial: serial, relay: relay, issued: issued, validUntil: validUntil, entries: entries)
    }

    /// The bytes that are signed.
    package var signed: [UInt8] {
        let value: JSONValue = [
            "v": 1, "serial": .number(JSONNumber(Int64(serial))), "relay": .string(relay),
            "issued": .hour(issued), "valid_until": .hour(validUntil),
            "keys": .array(
                entries.map { entry in
                    [
                        "kid": .string(entry.key.keyID.text), "suite": .number(JSONNumber(Int(SealedToken.suite))),
                        "pub": .string(Base64URL.encode(entry.key.x963Representation)),
                        "state": .string(entry.state(hour: issued).rawValue), "seal_from": .hour(entry.sealFrom),
                        "seal_until": .hour(entry.sealUntil), "open_until": .hour(entry.openUntil),
                    ]
                }),
        ]
        return value.compact
    }

    /// What `GET /v1/sealed/keys` answers.
    package func answer(signedBy root: P256.Signing.PrivateKey) throws -> [UInt8] {
        let bytes = signed
        let signature = try root.signature(for: Self.signedBytes(bytes))
        let value: JSONValue = [
            "list": .string(Base64URL.encode(bytes)),
            "sig": .string(Base64URL.encode(Array(signature.rawRepresentation))),
        ]
        return value.compact
    }

    private static func signedBytes(_ bytes: [UInt8]) -> [UInt8] { Array("sealed-push/v1/keys".utf8) + [0] + bytes }
}

extension RelayKeyList {
    /// Reads what `GET /v1/sealed/keys` answers without asking who signed it: for the relay, whose own list it is.
    package init(unverified json: [UInt8]) throws(RelayKeyListError) {
        guard let bytes = (try? JSONReader.parse(json))?["list"]?.stringValue.flatMap({ Base64URL.decode($0) }) else {
            throw .format
        }
        try self.init(signed: bytes)
    }
}
