// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON

/// Calls a server of this machine over HTTP.
struct APIClient {
    private let port: UInt16
    private let key: String?
    private let client = HTTPClient()

    /// With a `key` for servers that ask for one.
    init(port: UInt16, key: String? = nil) {
        self.port = port
        self.key = key
    }

    /// Makes an object; returns its identifier.
    func make(_ method: String, _ path: String, _ body: JSONObject) async throws -> String {
        guard let id = try await call(method, path, body)["id"]?.stringValue else {
            throw BenchmarkFailure("\(method) \(path) made nothing")
        }
        return id
    }

    /// Throws unless the answer is a 2xx.
    func call(_ method: String, _ path: String, _ body: JSONObject? = nil) async throws -> JSONValue {
        var request = HTTPClientRequest(method: method, url: "http://127.0.0.1:\(port)\(path)")
        if let key { request.headers.add("Authorization", "Bearer \(key)") }
        if let body {
            request.headers.add("Content-Type", "application/json")
            request.body = JSONValue.object(body).compact
        }
        let response = try await client.send(request)
        guard (200..<300).contains(response.status) else {
            throw BenchmarkFailure("\(method) \(path) was answered by \(response.status)")
        }
        return try JSONReader.parse(response.body)
    }
}
