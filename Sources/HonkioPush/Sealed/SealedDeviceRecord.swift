// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON

/// What a book keeps of its own device.
struct SealedDeviceRecord: Equatable {
    static let name = "sealed-device"
    /// A key of wakes is replaced when it is older than this, in hours: with tokens of at most 45 days, three are enough.
    static let keyAge: UInt32 = 552
    static let keptKeys = 3

    struct WakeKey: Equatable {
        let bytes: [UInt8]
        let since: UInt32
    }

    var address: PushAddress?
    var app = ""
    var ticket: [UInt8] = []
    var ticketExpires: UInt32 = 0
    var isOn = true
    /// Tokens are issued no earlier than this hour: what is older was revoked with all the others.
    var earliestIssue: UInt32 = 0
    /// When the last token began that asked for a code.
    var askedAt: UInt32 = 0
    /// No contact is given a renewed token before this time, in minutes: the last one was given a moment ago.
    var nextRenewal: UInt32 = 0
    /// The newest first.
    var wakeKeys: [WakeKey] = []

    /// The key for tokens that are sealed now.
    mutating func wakeKey(hour: UInt32, random: (Int) -> [UInt8]) -> [UInt8] {
        if let newest = wakeKeys.first, newest.since + Self.keyAge > hour { return newest.bytes }
        let key = WakeKey(bytes: random(16), since: hour)
        wakeKeys = [key] + wakeKeys.prefix(Self.keptKeys - 1)
        return key.bytes
    }
}

extension SealedDeviceRecord {
    /// Reads a record; nil when it is broken.
    init?(record: [UInt8]) {
        guard let value = try? JSONReader.parse(record), let app = value["app"]?.stringValue,
            let ticket = value.bytes("ticket"), let ticketExpires = value.hour("ticket_exp"),
            let isOn = value["on"]?.boolValue, let earliestIssue = value.hour("earliest"),
            let keys = value["wake_keys"]?.arrayValue
        else { return nil }
        (self.app, self.ticket, self.ticketExpires) = (app, ticket, ticketExpires)
        (self.isOn, self.earliestIssue) = (isOn, earliestIssue)
        (askedAt, nextRenewal) = (value.hour("asked") ?? 0, value.hour("next_renewal") ?? 0)
        wakeKeys = keys.compactMap { key in
            guard let bytes = key.bytes("key"), let since = key.hour("since") else { return nil }
            return WakeKey(bytes: bytes, since: since)
        }
        guard wakeKeys.count == keys.count else { return nil }
        switch value["kind"]?.stringValue {
        case "apns":
            guard let token = value.bytes("token"), let isSandbox = value["sandbox"]?.boolValue else { return nil }
            address = .apns(token: token, isSandbox: isSandbox)
        case "fcm":
            guard let token = value["token"]?.stringValue else { return nil }
            address = .fcm(token: token)
        case "web_push":
            guard let endpoint = value["endpoint"]?.stringValue, let p256dh = value.bytes("p256dh"),
                let auth = value.bytes("auth")
            else { return nil }
            address = .webPush(endpoint: endpoint, p256dh: p256dh, auth: auth)
        default: address = nil
        }
    }

    var record: [UInt8] {
        var object: JSONObject = [
            "app": .string(app), "ticket": .bytes(ticket), "ticket_exp": .hour(ticketExpires), "on": .bool(isOn),
            "earliest": .hour(earliestIssue), "asked": .hour(askedAt), "next_renewal": .hour(nextRenewal),
            "wake_keys": .array(wakeKeys.map { ["key": .bytes($0.bytes), "since": .hour($0.since)] }),
        ]
        switch address {
        case nil: break
        case .apns(let token, let isSandbox)?:
            object["kind"] = "apns"
            object["token"] = .bytes(token)
            object["sandbox"] = .bool(isSandbox)
        case .fcm(let token)?:
            object["kind"] = "fcm"
            object["token"] = .string(token)
        case .webPush(let endpoint, let p256dh, let auth)?:
            object["kind"] = "web_push"
            object["endpoint"] = .string(endpoint)
            object["p256dh"] = .bytes(p256dh)
            object["auth"] = .bytes(auth)
        }
        return JSONValue.object(object).compact
    }
}

extension JSONValue {
    static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }

    func bytes(_ name: String) -> [UInt8]? { self[name]?.stringValue.flatMap { Base64URL.decode($0) } }
}
