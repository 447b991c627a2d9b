// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import TestSupport
import WaxEnvelope
import WaxHTTP
import WaxSystem

@testable import PushwardMCP

/// A server that gives prepared answers, and a clock that moves by what each answer is held and each pause takes.
final class ScriptedAPI: Sendable {
    struct Answer: Sendable {
        var status = 200
        var body: String
        var holds = Duration.zero
    }

    let time = ManualTime()
    private let state: Locked<(answers: [Answer], requests: [String])>

    init(_ answers: [Answer]) {
        state = Locked((answers, []))
    }

    /// What came in: method, path with query, and pauses.
    var requests: [String] { state.withLock { $0.requests } }

    func runner(key: PW1Key? = nil) throws -> ToolRunner {
        let endpoint = try APIEndpoint("https://push.example.org", origin: "test")
        let client = APIClient(
            endpoint: endpoint, key: "hlk_test", userAgent: "test",
            transport: { [self] (request) throws(HTTPClientError) in
                let answer = state.withLock { state -> Answer? in
                    state.requests.append("\(request.method) \(request.url.dropFirst(endpoint.text.count))")
                    return state.answers.isEmpty ? nil : state.answers.removeFirst()
                }
                guard let answer else { throw HTTPClientError(.cannotConnect, host: "push.example.org") }
                time.advance(by: answer.holds)
                return HTTPClientResponse(status: answer.status, body: Array(answer.body.utf8))
            }, time: time, sleep: pause)
        return ToolRunner(client: client, key: key, time: time)
    }

    private var pause: @Sendable (Duration) async -> Void {
        { [self] span in
            state.withLock { $0.requests.append("pause \(span.components.seconds)") }
            time.advance(by: span)
        }
    }
}
