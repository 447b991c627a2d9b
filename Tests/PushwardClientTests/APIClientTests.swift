// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import Testing
import WaxHTTP
import WaxJSON
import WaxSystem

@Suite struct APIClientTests {
    @Test func whatIsSent() async throws {
        let server = ScriptedServer(.answer(201, "{}"))
        let body = try JSONReader.parse(#"{"b":1.50,"a":{"z":1,"é":2,"A":[{"y":1,"x":2}]},"n":1.00}"#)
        var request = APIRequest(
            "POST", "/notifications?x=1", query: [QueryItem(name: "a b", value: "ä&=")], body: body)
        request.wait = 7
        _ = try await server.client().send(request)
        let sent = try #require(server.requests.first)
        #expect(sent.url == "https://push.example.org/base/notifications?x=1&a%20b=%C3%A4%26%3D&wait=7")
        #expect(
            String(decoding: sent.body, as: UTF8.self) == #"{"a":{"A":[{"x":2,"y":1}],"z":1,"é":2},"b":1.50,"n":1.00}"#)
        #expect(sent.headers["Authorization"] == "Bearer hlk_secret")
        #expect(sent.headers["Content-Type"] == "application/json")
        #expect(sent.headers["Accept"] == "application/json")
        #expect(sent.headers["User-Agent"] == "test/1")
        #expect(sent.timeout == .seconds(22))
        #expect(sent.maximumResponseBytes == 8 << 20)
    }

    @Test func keys() async throws {
        let server = ScriptedServer(.answer(200))
        await #expect(throws: ClientError.keyMissing) {
            try await server.client(key: nil).send(APIRequest("GET", "/auth/me"))
        }
        #expect(server.requests.isEmpty)
        var request = APIRequest("GET", "/health")
        request.needsKey = false
        _ = try await server.client().send(request)
        #expect(server.requests.first?.headers["Authorization"] == nil)
        #expect(server.requests.first?.headers["Content-Type"] == nil)
        #expect(server.requests.first?.timeout == .seconds(30))
    }

    /// The header counts; the body says it for clients that see no headers.
    @Test(arguments: [
        ([("Retry-After", "3")], #"{"retry_after_ms":9000}"#, 3000), ([], #"{"retry_after_ms":9000}"#, 9000),
        ([("Retry-After", "0")], #"{"retry_after_ms":9000}"#, 0),
        ([("Retry-After", "soon")], #"{"retry_after_ms":20}"#, 20),
        ([("Retry-After", "Thu, 01 Jan 1970 00:00:00 GMT")], #"{"retry_after_ms":9000}"#, 0),
    ]) func theHeaderOfAPauseWins(_ headers: [(String, String)], _ body: String, _ pause: Int) async throws {
        let server = ScriptedServer(.answer(429, body, headers: headers), .answer(200))
        _ = try await server.client().send(APIRequest("POST", "/notifications"))
        #expect(server.pauses == [.milliseconds(pause)])
    }

    @Test func patience() async throws {
        let server = ScriptedServer(
            .answer(503), .answer(429, headers: [("Retry-After", "3")]), .answer(429, #"{"retry_after_ms":1500}"#),
            .answer(503, headers: [("Retry-After", "2")]), .answer(200, "[1]"))
        let response = try await server.client().send(APIRequest("POST", "/notifications"))
        #expect(response.value == [1])
        #expect(server.pauses == [.milliseconds(500), .seconds(3), .milliseconds(1500), .seconds(2)])
    }

    @Test func fiveAttemptsAreTheMost() async throws {
        let server = ScriptedServer(.answer(500))
        let error = await #expect(throws: ClientError.self) {
            try await server.client().send(APIRequest("GET", "/auth/me"))
        }
        #expect(error?.exit == .unavailable)
        #expect(server.requests.count == 5)
        #expect(server.pauses == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
    }

    @Test func aMinuteIsTheMost() async throws {
        let server = ScriptedServer(.answer(500, takes: .seconds(29)))
        await #expect(throws: ClientError.self) { try await server.client().send(APIRequest("GET", "/auth/me")) }
        #expect(server.requests.map(\.timeout) == [.seconds(30), .seconds(30), .seconds(1)])
        let hint = ScriptedServer(.answer(429, headers: [("Retry-After", "61")]))
        await #expect(throws: ClientError.self) { try await hint.client().send(APIRequest("POST", "/notifications")) }
        #expect(hint.requests.count == 1 && hint.pauses.isEmpty)
    }

    @Test(arguments: [
        (HTTPClientError.Reason.cannotConnect, 5, PushwardExit.unavailable), (.timedOut, 5, .unavailable),
        (.connectionLost, 5, .unavailable), (.tls, 5, .unavailable), (.cancelled, 1, .unavailable),
        (.responseTooLarge, 1, .failure), (.invalidRequest, 1, .usage),
    ]) func noAnswer(_ reason: HTTPClientError.Reason, _ attempts: Int, _ exit: PushwardExit) async throws {
        let server = ScriptedServer(.failure(reason))
        let error = await #expect(throws: ClientError.self) {
            try await server.client().send(APIRequest("GET", "/auth/me"))
        }
        #expect(server.requests.count == attempts)
        #expect(error?.exit == exit)
        let post = ScriptedServer(.failure(reason))
        await #expect(throws: ClientError.self) { try await post.client().send(APIRequest("POST", "/notifications")) }
        #expect(post.requests.count == 1)
    }

    @Test func whoLooksOnSeesNoSecret() async throws {
        let seen = Locked<[String]>([])
        let server = ScriptedServer(.answer(503), .answer(200, #"{"answer":"private"}"#))
        let client = try server.client { attempt in seen.withLock { $0.append(attempt.description) } }
        _ = try await client.send(APIRequest("POST", "/notifications", body: ["title": "private"]))
        #expect(
            seen.withLock { $0 } == [
                "POST https://push.example.org/base/notifications: 503 in 0 ms",
                "POST https://push.example.org/base/notifications: 200 in 0 ms",
            ])
    }

    @Test func waitsEnd() async throws {
        let server = ScriptedServer(
            .answer(200, #"{"status":"pending"}"#, takes: .seconds(25)),
            .answer(429, #"{"code":"answer_wait.limit_exceeded"}"#),
            .answer(200, #"{"status":"pending"}"#),
            .answer(200, #"{"status":"answered"}"#))
        let outcome = try await server.client().poll("/x", for: .seconds(60), isFinal: NotificationPath.isAnswered)
        guard case .ended(let response) = outcome else {
            Issue.record("the wait ran out")
            return
        }
        #expect(response.value["status"] == "answered")
        #expect(
            server.requests.map { $0.url.split(separator: "?").last } == ["wait=25", "wait=25", "wait=25", "wait=25"])
        #expect(server.pauses == [.seconds(5), .seconds(2)])
    }

    @Test func waitsRunOut() async throws {
        let server = ScriptedServer(.answer(200, #"{"status":"pending"}"#))
        let outcome = try await server.client().poll("/x", for: .seconds(3), isFinal: NotificationPath.isAnswered)
        guard case .ranOut(let response?) = outcome else {
            Issue.record("the wait ended")
            return
        }
        #expect(response.value["status"] == "pending")
        #expect(
            server.requests.map(\.url).map { $0.hasSuffix("/x") ? "now" : String($0.suffix(6)) } == [
                "wait=3", "wait=1", "now",
            ])
        #expect(server.pauses == [.seconds(2), .seconds(1)])
        let refused = ScriptedServer(.answer(404, #"{"code":"notification_answer.not_found"}"#))
        let error = await #expect(throws: ClientError.self) {
            try await refused.client().poll("/x", for: .seconds(3), isFinal: NotificationPath.isAnswered)
        }
        #expect(error?.exit == .notFound)
    }

    static let messages: [(status: Int, body: String, message: String)] = [
        (400, "", "POST /notifications: 400: bad request"),
        (400, "no JSON", "POST /notifications: 400: bad request"),
        (404, #"{"title":"Not Found"}"#, "POST /notifications: 404: Not Found"),
        (
            400, #"{"code":"notification.invalid","detail":"duplicate action id"}"#,
            "POST /notifications: 400 notification.invalid: duplicate action id"
        ),
        (
            422,
            #"{"detail":"validation failed","errors":[{"message":"too long","location":"body.title","value":[1,"x"]},{"message":"unknown","location":"body.x"}]}"#,
            "POST /notifications: 422: validation failed\n  body.title: too long (got [1,\"x\"])\n  body.x: unknown"
        ),
        (422, #"{"detail":"no","errors":null}"#, "POST /notifications: 422: no"),
        (
            429,
            #"{"code":"quota.exceeded","detail":"used up","kind":"notifications","used":500,"limit":500,"reset_at":"2026-12-01T00:00:00Z"}"#,
            "POST /notifications: 429 quota.exceeded: used up (notifications 500/500, resets 2026-12-01T00:00:00Z)"
        ),
        (302, "", "POST /notifications: 302: the server sends elsewhere, and redirects are not followed"),
        (400, #"{"detail":"\u001b[31mred\nline"}"#, "POST /notifications: 400: ?[31mred?line"),
    ]

    @Test(arguments: messages) func texts(_ status: Int, _ body: String, _ message: String) {
        let refusal = APIRefusal(
            method: "POST", path: "/notifications", status: status, headers: HTTPHeaders(), body: Array(body.utf8),
            now: Timestamp(milliseconds: 0))
        #expect(ClientError.refused(refusal).description == message)
    }
}
