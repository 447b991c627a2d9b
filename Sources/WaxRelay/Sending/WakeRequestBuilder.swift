// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxSystem

/// The requests by which providers are asked to wake a device: what differs from one to the next is the device and 188 bytes
/// that look random.
enum WakeRequestBuilder {
    /// The member under which Apple and Google deliver a wake.
    static let member = "wake"
    /// One wake replaces the one before it on the device and at the provider.
    static let collapseKey = "wake"
    /// How long a provider may keep a wake for a device that is off, in seconds.
    static let lifetime = 86_400

    static func apns(
        _ push: WakePush, id: UInt64, topic: String, alertText: String, authorization: String, now: Timestamp
    ) -> HTTP2Request {
        var headers = HTTP2Headers()
        headers.append("authorization", authorization, isIndexed: false)
        headers.append("apns-topic", topic)
        headers.append("apns-push-type", push.isVisible ? "alert" : "background")
        headers.append("apns-priority", push.isVisible ? "10" : "5")
        headers.append("apns-expiration", String(now.seconds + Int64(lifetime)), isIndexed: false)
        headers.append("apns-collapse-id", collapseKey)
        let path = push.opened.withToken { token in "/3/device/" + Hexadecimal.encode(token) }
        return HTTP2Request(id: id, path: path, headers: headers, body: apnsBody(push, alertText))
    }

    static func fcm(_ push: WakePush, id: UInt64, projectID: String, authorization: String) -> HTTP2Request {
        FCMRequestTemplate(projectID: projectID, authorization: authorization).request(id: id, body: fcmBody(push))
    }

    static func webPush(
        _ push: WakePush, _ subscription: WebPushSubscription, authorization: String
    ) throws -> HTTPClientRequest {
        let options = DeliveryOptions(
            priority: push.isVisible ? .high : .normal, ttlSeconds: lifetime, collapseKey: collapseKey)
        let request = WebPushRequestTemplate(authorization: authorization, options: options).request(
            id: 0, path: subscription.endpoint.path, body: try WebPushCipher.encrypt(push.sealed, to: subscription))
        var headers = HTTPHeaders()
        for index in 0..<request.headers.count {
            let (name, value) = request.headers[index]
            headers.add(name, value)
        }
        var result = HTTPClientRequest(
            method: request.method, url: subscription.endpoint.text, headers: headers, body: request.body)
        result.timeout = .seconds(10)
        result.maximumResponseBytes = 64 * 1024
        return result
    }

    private static func apnsBody(_ push: WakePush, _ alertText: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("aps")
        writer.beginObject()
        if push.isVisible {
            writer.key("alert")
            writer.beginObject()
            writer.key("body")
            writer.string(alertText)
            writer.endObject()
            writer.key("mutable-content")
            writer.number(1)
        } else {
            writer.key("content-available")
            writer.number(1)
        }
        writer.endObject()
        writer.key(member)
        writer.string(Base64URL.encode(push.sealed))
        writer.endObject()
        return writer.bytes
    }

    private static func fcmBody(_ push: WakePush) -> [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(256 + push.opened.layout.token.count + push.sealed.count * 2)
        body += "{\"message\":{\"token\":\"".utf8
        // Letters, digits and three marks, none of which needs an escape.
        push.opened.withToken { body += $0 }
        body += "\",\"data\":{\"\(member)\":\"".utf8
        Base64URL.append(push.sealed.span, to: &body)
        let priority = push.isVisible ? "HIGH" : "NORMAL"
        body += "\"},\"android\":{\"priority\":\"\(priority)\",\"ttl\":\"\(lifetime)s\",".utf8
        body += "\"collapse_key\":\"\(collapseKey)\"}}}".utf8
        return body
    }
}
