// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxJSON

extension TokenVectors {
    static let ticketKey = (0..<32).map { UInt8($0) }
    static let revocationSecret = [UInt8](repeating: 0x11, count: 32)

    private static let appleToken: [UInt8] = [
        0x01, 0x55, 0xB9, 0x3B, 0x7E, 0xB8, 0x67, 0xA0, 0xD8, 0xB7, 0x32, 0x8B, 0x97, 0x8B, 0xB1, 0x5B,
        0xF2, 0x2F, 0x70, 0x86, 0x7E, 0x39, 0xE1, 0x68, 0xD0, 0x3F, 0x19, 0x9A, 0xF9, 0x49, 0x68, 0x94,
    ]

    static var apple: SealedTokenContent { content(.apns(token: appleToken, isSandbox: true)) }
    static var google: SealedTokenContent {
        content(.fcm(token: "cEXAMPLE_fcm:APA91b" + String(repeating: "x", count: 144)))
    }
    static var web: SealedTokenContent {
        content(
            .webPush(
                endpoint: "https://up.example/" + String(repeating: "e", count: 981),
                p256dh: [4] + [UInt8](repeating: 1, count: 64), auth: [UInt8](repeating: 2, count: 16)))
    }
    static var decoy: SealedTokenContent { content(nil) }

    private static func content(_ address: PushAddress?) -> SealedTokenContent {
        let (app, expires): (String, UInt32) = ("com.example.chat", 494_720)
        return SealedTokenContent(
            address: address, app: address == nil ? "" : app, policy: .visibleFallback, issued: 494_000,
            expires: expires, delay: 3, reference: [UInt8](repeating: 0xAA, count: 16),
            revocationTag: SealedTokenProof.revocationTag(of: revocationSecret),
            wakeKey: [UInt8](repeating: 0xBB, count: 16),
            ticket: address.map { ticket($0, app: app, expires: expires) } ?? [UInt8](repeating: 0, count: 16),
            ticketExpires: expires)
    }

    private static func ticket(_ address: PushAddress, app: String, expires: UInt32) -> [UInt8] {
        let message = address.ticketMessage(app: app, expires: expires)
        return Array(
            HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: ticketKey)).prefix(16))
    }

    var seal: [JSONValue] {
        get throws {
            try [
                ("apns", Self.apple, 134), ("fcm", Self.google, 265), ("web_push", Self.web, 1185),
                ("decoy", Self.decoy, 86),
            ].map { name, content, usedBytes in
                let plaintext = try content.plaintext()
                let token = try sealed(plaintext)
                return [
                    "name": .string(name), "used_bytes": .number(JSONNumber(usedBytes)),
                    "content": Self.value(content), "plaintext_hex": .string(hexadecimal(plaintext.prefix(usedBytes))),
                    "token": .string(token.text),
                    "sha256": .string(hexadecimal(SHA256.hash(data: token.bytes))),
                ]
            }
        }
    }

    private static func value(_ content: SealedTokenContent) -> JSONValue {
        var object: JSONObject = [
            "policy": .number(JSONNumber(Int(content.policy.rawValue))),
            "iat": .number(JSONNumber(Int(content.issued))), "exp": .number(JSONNumber(Int(content.expires))),
            "delay": .number(JSONNumber(Int(content.delay))), "ref_hex": .string(hexadecimal(content.reference)),
            "revtag_hex": .string(hexadecimal(content.revocationTag)),
            "wake_key_hex": .string(hexadecimal(content.wakeKey)), "ticket_hex": .string(hexadecimal(content.ticket)),
            "ticket_exp": .number(JSONNumber(Int(content.ticketExpires))), "app": .string(content.app),
        ]
        switch content.address {
        case nil: object["kind"] = "decoy"
        case .apns(let token, let isSandbox)?:
            object["kind"] = "apns"
            object["token_hex"] = .string(hexadecimal(token))
            object["sandbox"] = .bool(isSandbox)
        case .fcm(let token)?:
            object["kind"] = "fcm"
            object["token"] = .string(token)
        case .webPush(let endpoint, let p256dh, let auth)?:
            object["kind"] = "web_push"
            object["endpoint"] = .string(endpoint)
            object["p256dh_hex"] = .string(hexadecimal(p256dh))
            object["auth_hex"] = .string(hexadecimal(auth))
        }
        return .object(object)
    }
}
