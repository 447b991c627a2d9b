// SPDX-License-Identifier: Apache-2.0
import TestSupport
import WaxCommands
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxPushAPI
import WaxServer
import WaxSystem

/// A server on a data directory of its own, reached through a socket.
struct RunningServer {
    struct Answer {
        let status: Int
        let headers: HTTPHeaders
        let bytes: [UInt8]
        let body: JSONValue

        func string(_ name: String) -> String? { body[name]?.stringValue }
    }

    let directory: TemporaryDirectory
    let server: Server
    private let client = HTTPClient()

    var data: String { directory.file("data") }

    init(rateLimits: RateLimits = .standard) throws {
        directory = try TemporaryDirectory()
        server = try Server(
            ServerSettings(
                dataDirectory: directory.file("data"), masterKey: .besideData, http: HTTPServer.Configuration.patient,
                endpoints: try ProviderEndpoints(settings: [:]), rateLimits: rateLimits),
            log: .silent)
    }

    /// A key made by the command line.
    func makeKey(mode: String = "test") async throws -> String {
        let run = await CommandRun(["keys", "create", "--data", data, "--mode", mode])
        guard run.code == .ok, let key = run.lines.first else { throw TestFailure("no key: \(run.errors)") }
        return key
    }

    func call(
        _ method: String, _ path: String, key: String? = nil, _ body: JSONValue? = nil
    ) async throws -> Answer {
        var headers: [(String, String)] = []
        if let key { headers.append(("Authorization", "Bearer \(key)")) }
        if body != nil { headers.append(("Content-Type", "application/json")) }
        return try await send(method, path, headers, body?.compact ?? [])
    }

    /// Posts a form to the token endpoint.
    func token(_ form: String) async throws -> Answer {
        try await send(
            "POST", "/v1/oauth/token", [("Content-Type", "application/x-www-form-urlencoded")], Array(form.utf8))
    }

    private func send(
        _ method: String, _ path: String, _ headers: [(String, String)], _ body: [UInt8]
    ) async throws -> Answer {
        var request = HTTPClientRequest(method: method, url: "http://127.0.0.1:\(server.port)\(path)")
        request.headers = HTTPHeaders(headers)
        request.body = body
        let response = try await client.send(request)
        let isJSON = response.headers["content-type"] == "application/json"
        return Answer(
            status: response.status, headers: response.headers, bytes: response.body,
            body: isJSON ? try JSONReader.parse(response.body) : .null)
    }
}
