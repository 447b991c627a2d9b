// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON

extension ShownNotification {
    var json: JSONValue {
        [
            "title": .string(title), "subtitle": subtitle.map(JSONValue.string) ?? .null, "body": .string(body),
            "notification": notification.map(JSONValue.object) ?? .null,
            "opened_notification": .bool(openedNotification), "data": data.map(JSONValue.object) ?? .null,
            "badge": badge.map { .number(JSONNumber($0)) } ?? .null, "sound": sound.map(JSONValue.string) ?? .null,
            "thread_id": threadID.map(JSONValue.string) ?? .null, "was_encrypted": .bool(wasEncrypted),
            "opened_envelope": .bool(openedEnvelope), "failure": failure.map(JSONValue.string) ?? .null,
            "message_id": .string(messageID),
        ]
    }
}

extension ReceivedPush {
    /// The body is a text, byte for byte as it came; what a browser's push service is given is base64url of it.
    var json: JSONValue {
        [
            "service": .string(service.rawValue), "milliseconds": .number(JSONNumber(milliseconds)),
            "method": .string(method), "path": .string(path),
            "headers": .array(headers.map { [.string($0.name), .string($0.value)] }),
            "body": .string(
                service == .webPush ? Base64URL.encode(body) : String(decoding: body, as: UTF8.self)),
            "status": status.map { .number(JSONNumber($0)) } ?? .null,
            "reason": reason.map(JSONValue.string) ?? .null,
            "message_id": messageID.map(JSONValue.string) ?? .null, "was_delivered": .bool(wasDelivered),
        ]
    }
}
