// SPDX-License-Identifier: Apache-2.0
import TestSupport
import WaxHTTP
import WaxJSON

/// A developer's backend: calls the push API with one key.
struct APIClient: Sendable {
    /// What the server answered.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: JSONValue

        subscript(name: String) -> JSONValue? { body[name] }

        /// A member that must be a string.
        func string(_ name: String) throws -> String {
            guard let text = body[name]?.stringValue else {
                throw TestFailure("no \(name) in the answer, status \(status)")
            }
            return text
        }
    }

    let url: String
    let key: String
    private let client: HTTPClient

    /// - Parameter authority: a file with the one certificate authority to trust.
    init(url: String, key: String, authority: String? = nil) {
        self.url = url
        self.key = key
        var configuration = HTTPClient.Configuration()
        configuration.certificateAuthorityFile = authority
        client = HTTPClient(configuration: configuration)
    }

    /// Sends a request, and its body as JSON.
    func call(
        _ method: String, _ path: String, _ body: JSONObject? = nil, headers: [(String, String)] = []
    ) async throws -> Answer {
        try await call(method, path, bytes: body.map { JSONValue.object($0).compact }, headers: headers)
    }

    /// Sends a request, and its body as it is.
    func call(
        _ method: String, _ path: String, bytes: [UInt8]?, headers: [(String, String)] = []
    ) async throws -> Answer {
        var request = HTTPClientRequest(method: method, url: url + path)
        request.headers.add("Authorization", "Bearer \(key)")
        for (name, value) in headers { request.headers.add(name, value) }
        if let bytes {
            request.headers.add("Content-Type", "application/json")
            request.body = bytes
        }
        request.timeout = .seconds(60)
        let response = try await client.send(request)
        let value = response.body.isEmpty ? JSONValue.null : try JSONReader.parse(response.body)
        return Answer(status: response.status, headers: response.headers, body: value)
    }

    /// Asks for what must be there.
    func get(_ path: String) async throws -> Answer { try await succeed("GET", path, nil) }

    /// Makes or changes what must be made or changed.
    @discardableResult
    func make(_ method: String, _ path: String, _ body: JSONObject) async throws -> Answer {
        try await succeed(method, path, body)
    }

    /// All elements of a list, newest first.
    func list(_ path: String) async throws -> [JSONValue] {
        var elements: [JSONValue] = []
        var cursor: String?
        repeat {
            let separator = path.contains("?") ? "&" : "?"
            let page = try await get("\(path)\(separator)limit=100" + (cursor.map { "&cursor=\($0)" } ?? ""))
            elements += page["data"]?.arrayValue ?? []
            cursor = page["next_cursor"]?.stringValue
        } while cursor != nil
        return elements
    }

    private func succeed(_ method: String, _ path: String, _ body: JSONObject?) async throws -> Answer {
        let answer = try await call(method, path, body)
        guard (200..<300).contains(answer.status) else {
            throw TestFailure("\(method) \(path): \(answer.status) \(answer.body["code"]?.stringValue ?? "")")
        }
        return answer
    }
}

extension APIClient {
    /// Sends a push and returns its id.
    func send(_ push: JSONObject) async throws -> String {
        try await make("POST", "/v1/push", push).string("id")
    }

    /// Asks for a push until `isDone`, at most for a minute.
    func push(_ id: String, until isDone: (Answer) -> Bool) async throws -> Answer {
        try await get("/v1/push/\(id)", until: isDone)
    }

    /// Asks for the deliveries of a push until the first of them is so, at most for a minute.
    func delivery(of push: String, until isSo: (JSONValue) -> Bool) async throws {
        _ = try await get("/v1/push/\(push)/deliveries") { $0["data"]?[0].map(isSo) ?? false }
    }

    /// Asks for what must be there until `isDone`, at most for a minute.
    private func get(_ path: String, until isDone: (Answer) -> Bool) async throws -> Answer {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let answer = try await get(path)
            if isDone(answer) { return answer }
            guard ContinuousClock.now < deadline else {
                throw TestFailure("it does not end: \(answer["status"]?.stringValue ?? "")")
            }
        }
    }

    /// Waits until a push is final.
    func finished(_ id: String) async throws -> Answer {
        try await push(id) { ["sent", "failed"].contains($0["status"]?.stringValue ?? "") }
    }

    /// All deliveries of a push, newest first.
    func deliveries(_ push: String) async throws -> [JSONValue] { try await list("/v1/push/\(push)/deliveries") }

    /// The delivery of a push that has only one.
    func delivery(_ push: String) async throws -> JSONValue {
        let deliveries = try await deliveries(push)
        guard let first = deliveries.first, deliveries.count == 1 else {
            throw TestFailure("push \(push) has \(deliveries.count) deliveries")
        }
        return first
    }
}

extension JSONValue {
    /// Compact JSON.
    var text: String { String(decoding: compact, as: UTF8.self) }
}
