// SPDX-License-Identifier: Apache-2.0
import TestSupport
import WaxHTTP
import WaxJSON
import WaxSystem

/// A server on this machine that keeps what it is asked, and answers as the test says.
final class FakeAPI: Sendable {
    /// One request that came.
    struct Call: Sendable {
        let method: String
        let target: String
        let headers: HTTPHeaders
        let body: [UInt8]

        /// The method and the target, as tests name a call.
        var line: String { "\(method) \(target)" }
        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSONValue { (try? JSONReader.parse(body)) ?? .null }
    }

    private struct Handler: HTTPHandler {
        let calls: Locked<[Call]>
        let answer: @Sendable (Call, Int) -> HTTPResponse

        func respond(to request: HTTPRequest) async -> HTTPResponse {
            let call = Call(
                method: request.head.method, target: request.head.target, headers: request.head.headers,
                body: request.body)
            let number = calls.withLock { calls in
                calls.append(call)
                return calls.count
            }
            return answer(call, number)
        }

        func refusal(_ reason: HTTPRefusal, head: HTTPRequestHead) -> HTTPResponse { .empty(status: reason.status) }
    }

    private let received: Locked<[Call]>
    private let server: HTTPServer

    /// `answer` is given each call and how many there have been with it.
    init(_ answer: @escaping @Sendable (Call, Int) -> HTTPResponse) throws {
        let received = Locked<[Call]>([])
        self.received = received
        var configuration = HTTPServer.Configuration()
        configuration.maximumBodyBytes = 4 << 20
        server = try HTTPServer(configuration: configuration, handler: Handler(calls: received, answer: answer))
    }

    /// Answers one after the other, the last of them for ever.
    convenience init(_ answers: HTTPResponse...) throws {
        try self.init { _, count in answers[min(count, answers.count) - 1] }
    }

    var url: String { "http://127.0.0.1:\(server.boundPort)" }
    var calls: [Call] { received.withLock { $0 } }
}

extension HTTPResponse {
    /// JSON text with a status and more headers.
    static func answer(_ text: String, status: Int = 200, _ headers: [(String, String)] = []) -> HTTPResponse {
        var response = HTTPResponse.json(Array(text.utf8), status: status)
        for (name, value) in headers { response.headers.add(name, value) }
        return response
    }

    /// Problem details.
    static func problem(
        _ status: Int, _ code: String?, _ more: String = "", headers: [(String, String)] = []
    ) -> HTTPResponse {
        let code = code.map { "\"code\":\"\($0)\"," } ?? ""
        return answer("{\(code)\"status\":\(status),\"detail\":\"it is so\"\(more)}", status: status, headers)
    }
}
