// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxProviders

/// What a provider would have been sent, as a test key may read it: the provider token is left out.
enum TestRequest {
    /// The request as a JSON object of `provider`, `headers` and `body`; the body stands in it as it would go out, one that
    /// is no JSON in base64url.
    static func json(_ request: HTTP2Request, provider: Provider) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("provider")
        writer.string(provider.rawValue)
        writer.key("headers")
        writer.beginObject()
        writer.key(":method")
        writer.string(request.method)
        writer.key(":path")
        writer.string(request.path)
        for index in 0..<request.headers.count {
            let (name, value) = request.headers[index]
            writer.key(name)
            writer.string(name == "authorization" ? authorization(provider) : value)
        }
        writer.endObject()
        writer.key("body")
        if provider == .webPush {
            writer.string(Base64URL.encode(request.body))
        } else {
            writer.raw(request.body)
        }
        writer.endObject()
        return writer.bytes
    }

    private static func authorization(_ provider: Provider) -> String {
        provider == .webPush ? "vapid …" : "bearer …"
    }
}
