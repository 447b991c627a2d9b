// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// A push that is sealed to one device: HPKE (RFC 9180) in base mode, written as a JSON object.
///
///     let key = HKPublicKey(registeredText)
///     let envelope = try HKEnvelope.seal(content.plaintext, to: key)
///     send(envelope.json)
///     // on the device
///     let plaintext = try HKEnvelope(parsing: received).open(with: privateKey)
///
/// Source: docs/envelope.md, "The hk envelope".
public struct HKEnvelope: Hashable, Sendable {
    /// The one version that there is.
    public static let version = 2
    /// The bytes that sealing adds to a plaintext.
    public static let tagByteCount = 16

    /// The id of the device key it is sealed to, as it was written.
    public let kid: String
    /// The encapsulated key: 65 bytes that should be a point on P-256.
    public let enc: [UInt8]
    /// The sealed content and its tag of 16 bytes.
    public let ct: [UInt8]

    /// Takes the parts as a sealer made them.
    package init(kid: String, enc: [UInt8], ct: [UInt8]) {
        self.kid = kid
        self.enc = enc
        self.ct = ct
    }
}

extension HKEnvelope {
    /// Reads the JSON object; members that it does not know are let through.
    ///
    /// Throws `unsupportedVersion` for an integer `v` other than 2, whatever else is wrong, and otherwise
    /// `invalidEnvelope` for what is not an envelope.
    public init(parsing json: [UInt8]) throws(HKEnvelopeError) {
        guard let value = try? JSONReader.parse(json) else { throw .invalidEnvelope }
        try self.init(value)
    }

    /// Reads the object from a payload that has been parsed; throws as `init(parsing:)` does.
    package init(_ value: JSONValue) throws(HKEnvelopeError) {
        guard let version = value["v"]?.numberValue, version.isInteger else { throw .invalidEnvelope }
        guard version.int64 == Int64(Self.version) else { throw .unsupportedVersion }
        guard let kid = value["kid"]?.stringValue,
            let enc = value["enc"]?.stringValue.flatMap({ Base64URL.decode($0) }), enc.count == HKPublicKey.byteCount,
            let ct = value["ct"]?.stringValue.flatMap({ Base64URL.decode($0) }), ct.count >= Self.tagByteCount
        else { throw .invalidEnvelope }
        self.init(kid: kid, enc: enc, ct: ct)
    }

    /// The envelope as compact JSON, in the order `v`, `kid`, `enc`, `ct`.
    public var json: [UInt8] { value.compact }

    /// The envelope as a JSON value.
    package var value: JSONValue {
        .object([
            "v": JSONValue.number(JSONNumber(Self.version)), "kid": .string(kid),
            "enc": .string(Base64URL.encode(enc)), "ct": .string(Base64URL.encode(ct)),
        ])
    }
}

extension JSONNumber {
    /// Whether the text is digits with an optional minus, of any size.
    fileprivate var isInteger: Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-") }
    }
}
