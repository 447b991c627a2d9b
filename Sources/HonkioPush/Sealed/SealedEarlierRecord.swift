// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON

/// A token that a contact had before the present one: it works until it ends, and its owner can revoke it until then.
struct SealedEarlierRecord: Equatable {
    static let prefix = "sealed-earlier-"
    /// What the names of tokens begin with that are to be revoked, whose contact is forgotten.
    static let revokedPrefix = "sealed-revoked-"

    let secret: [UInt8]
    let token: SealedToken
    let expires: UInt32

    /// What the names of all records of a contact begin with.
    static func prefix(of contact: String) -> String {
        prefix + SealedContactRecord.name(of: contact).dropFirst(SealedContactRecord.prefix.count) + "-"
    }

    /// The record's name, in which the secret's tag tells it from others.
    func name(of contact: String) -> String {
        Self.prefix(of: contact) + tag
    }

    /// The record's name while it waits to be revoked.
    var revokedName: String { Self.revokedPrefix + tag }

    private var tag: String { Base64URL.encode(Array(SealedPushToken.revocationTag(of: secret).prefix(9))) }
}

extension SealedEarlierRecord {
    /// Reads a record; nil when it is broken.
    init?(record: [UInt8]) {
        guard let value = try? JSONReader.parse(record), let secret = value.bytes("secret"),
            let token = value.bytes("token").flatMap({ try? SealedToken(bytes: $0) }), let expires = value.hour("exp")
        else { return nil }
        self.init(secret: secret, token: token, expires: expires)
    }

    var record: [UInt8] {
        let value: JSONValue = ["secret": .bytes(secret), "token": .bytes(token.bytes), "exp": .hour(expires)]
        return value.compact
    }
}
