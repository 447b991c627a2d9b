// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxProviders

/// A browser's subscription in a token.
enum WebPushTarget {
    /// Nil for another kind of device, and for an endpoint that is no https URL.
    static func subscription(of opened: OpenedToken) -> WebPushSubscription? {
        guard opened.layout.kind == .webPush else { return nil }
        return opened.withToken { token in
            guard let length = PushAddress.endpointLength(token) else { return nil }
            let text = String(decoding: token[2..<2 + length], as: UTF8.self)
            guard let endpoint = WebPushEndpoint(text), endpoint.isSecure,
                let key = HKPublicKey(x963Representation: Array(token[(2 + length)...].prefix(65)))
            else { return nil }
            return WebPushSubscription(endpoint: endpoint, publicKey: key, auth: Array(token.suffix(16)))
        }
    }

    /// The push service that limits count: its name or address, whatever the port.
    static func host(of opened: OpenedToken) -> String? {
        (subscription(of: opened)?.endpoint.origin).map(host(ofOrigin:))
    }

    static func host(ofOrigin origin: String) -> String {
        let rest = Array(origin.utf8.dropFirst("https://".utf8.count))
        var name =
            rest.first == UInt8(ascii: "[")
            ? rest.prefix { $0 != UInt8(ascii: "]") } : rest.prefix { $0 != UInt8(ascii: ":") }
        // With a dot at its end it is the same name.
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        return String(decoding: name, as: UTF8.self)
    }
}
