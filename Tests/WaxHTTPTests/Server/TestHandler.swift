// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// Answers as the test says, and refuses with a text that names the reason.
struct TestHandler: HTTPHandler {
    let answer: @Sendable (HTTPRequest) async -> HTTPResponse

    init(_ answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) {
        self.answer = answer
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        await answer(request)
    }

    func refusal(_ reason: HTTPRefusal, head: HTTPRequestHead) -> HTTPResponse {
        .text("refused \(head.method) \(head.path): \(reason)", status: reason.status)
    }

    /// Says what came: method, path, and the length of the body.
    static let echo = TestHandler { request in
        .text("\(request.head.method) \(request.head.path) \(request.body.count)")
    }
}
