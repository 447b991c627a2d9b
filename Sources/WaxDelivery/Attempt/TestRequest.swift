// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxProviders

/// What a provider would have been sent, as a test key may read it: the provider token is left out.
enum TestRequest {
    static func json(_ request: HTTP2Request, provider: Provider) -> [UInt8] {
        var headers: JSONObject = [:]
        headers.append(":method", .string(request.method))
        headers.append(":path", .string(request.path))
        for index in 0..<request.headers.count {
            let (name, value) = request.headers[index]
            headers.append(name, .string(name == "authorization" ? "bearer …" : value))
        }
        let body = (try? JSONReader.parse(request.body)) ?? .null
        return JSONValue.object([
            "provider": .string(provider.rawValue), "headers": .object(headers), "body": body,
        ]).compact
    }
}
