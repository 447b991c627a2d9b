// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxJSON

/// What a book keeps of one contact.
struct SealedContactRecord: Equatable {
    static let prefix = "sealed-contact-"

    let contact: String
    let reference: [UInt8]
    var secret: [UInt8]
    var token: SealedToken
    /// When the token begins; 0 when nobody noted it.
    var issued: UInt32
    var expires: UInt32
    /// When the contact is to be given a new token, in minutes: a random time in the last third of the token's life.
    var renewAt: UInt32
    /// Whether the contact's wakes never show anything.
    var isSilent = false

    /// The record's name, which says nothing of the contact.
    static func name(of contact: String) -> String {
        prefix + Base64URL.encode(Array(SHA256.hash(data: Array(contact.utf8)).prefix(18)))
    }
}

extension SealedContactRecord {
    /// Reads a record; nil when it is broken.
    init?(record: [UInt8]) {
        guard let value = try? JSONReader.parse(record), let contact = value["contact"]?.stringValue,
            let reference = value.bytes("ref"), let secret = value.bytes("secret"),
            let token = value.bytes("token").flatMap({ try? SealedToken(bytes: $0) }), let expires = value.hour("exp"),
            let renewAt = value.hour("renew_at")
        else { return nil }
        self.init(
            contact: contact, reference: reference, secret: secret, token: token, issued: value.hour("iat") ?? 0,
            expires: expires, renewAt: renewAt, isSilent: value["silent"]?.boolValue ?? false)
    }

    var record: [UInt8] {
        let value: JSONValue = [
            "contact": .string(contact), "ref": .bytes(reference), "secret": .bytes(secret),
            "token": .bytes(token.bytes), "iat": .hour(issued), "exp": .hour(expires), "renew_at": .hour(renewAt),
            "silent": .bool(isSilent),
        ]
        return value.compact
    }
}
