// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxProviders

/// What a provider would have been sent, as a test key may read it: the provider token is left out.
enum TestRequest {
    /// The request as a JSON object of `provider`, `headers` and `body`; the body stands in it as it would go out.
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
            writer.string(name == "authorization" ? "bearer …" : value)
        }
        writer.endObject()
        writer.key("body")
        writer.raw(request.body)
        writer.endObject()
        return writer.bytes
    }
}
