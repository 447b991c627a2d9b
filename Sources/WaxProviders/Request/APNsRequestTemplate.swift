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
        id: UInt64, token: String, deliveryID: @autoclosure () -> String, messageID: ULID, body: [UInt8]
    ) -> HTTP2Request {
        var headers = HTTP2Headers(headers, reserving: 2, byteCount: Self.ownHeaderBytes)
        headers.append("apns-id", count: Self.apnsIDCount, isIndexed: false) { Self.write(messageID, into: $0) }
        headers.append("apns-collapse-id", collapseKey ?? deliveryID(), isIndexed: false)
        return HTTP2Request(id: id, path: "/3/device/\(token)", headers: headers, body: body)
    }

    private static let apnsIDCount = 36
    /// Two names, an identifier and the longest collapse id.
    private static let ownHeaderBytes = 7 + apnsIDCount + 16 + 64

    /// The canonical lower-case UUID with the time and, but for six bits, the random part of a ULID: a UUID of version 7
    /// (RFC 9562 section 5.7), which is laid out alike.
    private static func write(_ id: ULID, into room: UnsafeMutableBufferPointer<UInt8>) {
        let version = id.number & ~(0xF << 76) | 0x7 << 76
        let number = version & ~(0x3 << 62) | 0x2 << 62
        var place = 0
        for digit in 0..<32 {
            if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                room[place] = UInt8(ascii: "-")
                place += 1
            }
            let value = UInt8(truncatingIfNeeded: number >> UInt128(124 - 4 * digit)) & 0xF
            room[place] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
            place += 1
        }
    }
}
