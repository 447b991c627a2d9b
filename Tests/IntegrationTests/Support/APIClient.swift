// SPDX-License-Identifier: Apache-2.0
import TestSupport
import WaxHTTP
import WaxJSON

/// A developer's backend: calls the push API with one key.
struct APIClient: Sendable {
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: JSONValue

        subscript(name: String) -> JSONValue? { body[name] }
        func string(_ name: String) throws -> String {
            guard let text = body[name]?.stringValue else { throw TestFailure("no \(name) in \(body)") }
            return text
        }
    }

    let url: String
    let key: String
    private let client = HTTPClient()

    init(url: String, key: String) {
        self.url = url
        self.key = key
    }

    func call(
        _ method: String, _ path: String, _ body: JSONObject? = nil, headers: [(String, String)] = []
    ) async throws -> Answer {
        var request = HTTPClientRequest(method: method, url: url + path)
        request.headers.add("Authorization", "Bearer \(key)")
        for (name, value) in headers { request.headers.add(name, value) }
        if let body {
            request.headers.add("Content-Type", "application/json")
            request.body = JSONValue.object(body).compact
        }
        request.timeout = .seconds(60)
        let response = try await client.send(request)
        let value = response.body.isEmpty ? JSONValue.null : try JSONReader.parse(response.body)
        return Answer(status: response.status, headers: response.headers, body: value)
    }

    /// Makes what must succeed.
    func make(_ method: String, _ path: String, _ body: JSONObject) async throws -> Answer {
        let answer = try await call(method, path, body)
        guard (200..<300).contains(answer.status) else {
            throw TestFailure("\(method) \(path): \(answer.status) \(answer.body)")
        }
        return answer
    }

    /// Asks for a push until `isDone`, at most for a minute.
    func push(_ id: String, until isDone: (Answer) -> Bool) async throws -> Answer {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            let push = try await call("GET", "/v1/push/\(id)")
            if isDone(push) { return push }
        }
        throw TestFailure("push \(id) does not end")
    }

    /// Waits until a push is final.
    func finished(_ id: String) async throws -> Answer {
        try await push(id) { ["sent", "failed"].contains($0["status"]?.stringValue ?? "") }
    }
}
