// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxSystem

/// The requests of one push to APNs (sending-notification-requests-to-apns): what they share is made once.
package struct APNsRequestTemplate: Sendable {
    private let headers: HTTP2Headers
    private let collapseKey: String?

    /// Takes the app's bundle id as `topic`, the value of `authorization`, and the time at which the push became due.
    package init(topic: String, authorization: String, options: DeliveryOptions, due: Timestamp) {
        var headers = HTTP2Headers()
        headers.append("authorization", authorization, isIndexed: false)
        headers.append("apns-topic", topic)
        headers.append("apns-push-type", "alert")
        headers.append("apns-priority", options.priority == .high ? "10" : "5")
        headers.append("apns-expiration", String(options.expiration(due: due)), isIndexed: false)
        self.headers = headers
        collapseKey = options.collapseKey
    }

    /// The request for one device.
    ///
    /// - Parameters:
    ///   - id: The caller's number for it.
    ///   - token: The device's token, hexadecimal.
    ///   - deliveryID: At most 64 bytes. It is the collapse id of a push without a collapse key, so that a copy whose
    ///     first sending had an unknown outcome takes the first one's place on the device.
    ///   - messageID: What Apple is to call the push; the same for every attempt.
    package func request(
        id: UInt64, token: String, deliveryID: String, messageID: ULID, body: [UInt8]
    ) -> HTTP2Request {
        var headers = headers
        headers.append("apns-id", Self.apnsID(messageID), isIndexed: false)
        headers.append("apns-collapse-id", collapseKey ?? deliveryID, isIndexed: false)
        return HTTP2Request(id: id, path: "/3/device/\(token)", headers: headers, body: body)
    }

    /// The canonical lower-case UUID with the time and, but for six bits, the random part of a ULID: a UUID of version 7
    /// (RFC 9562 section 5.7), which is laid out alike.
    package static func apnsID(_ id: ULID) -> String {
        var text = [UInt8]()
        text.reserveCapacity(36)
        for (index, byte) in id.bytes.enumerated() {
            let byte: UInt8 =
                switch index {
                case 6: byte & 0x0F | 0x70
                case 8: byte & 0x3F | 0x80
                default: byte
                }
            if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
            text.append(digit(byte >> 4))
            text.append(digit(byte & 0x0F))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
