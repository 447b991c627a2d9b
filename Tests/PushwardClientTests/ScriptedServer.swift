// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import TestSupport
import WaxHTTP
import WaxJSON
import WaxSystem

/// A server that answers what a test wrote down, on a clock that only moves when somebody waits.
final class ScriptedServer: Sendable {
    /// One answer, and how long it takes.
    enum Step: Sendable {
        case answer(Int, String = "{}", headers: [(String, String)] = [], takes: Duration = .zero)
        case failure(HTTPClientError.Reason)
    }

    let time = ManualTime()
    private let steps: Locked<[Step]>
    private let sent = Locked<[HTTPClientRequest]>([])
    private let slept = Locked<[Duration]>([])

    init(_ steps: Step...) {
        self.steps = Locked(steps)
    }

    /// What was sent so far.
    var requests: [HTTPClientRequest] { sent.withLock { $0 } }
    /// How long was waited between requests.
    var pauses: [Duration] { slept.withLock { $0 } }

    /// A client of this server; random numbers are all zero.
    func client(key: String? = "hlk_secret", observe: @escaping @Sendable (APIAttempt) -> Void = { _ in }) throws
        -> APIClient
    {
        struct Zeros: RandomSource {
            func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
        }
        return APIClient(
            endpoint: try APIEndpoint("https://push.example.org/base/", origin: "test"), key: key, userAgent: "test/1",
            transport: { [self] (request) async throws(HTTPClientError) in try answer(request) }, time: time,
            random: Zeros(),
            sleep: { [self] pause in
                slept.withLock { $0.append(pause) }
                time.advance(by: pause)
            }, observe: observe)
    }

    private func answer(_ request: HTTPClientRequest) throws(HTTPClientError) -> HTTPClientResponse {
        sent.withLock { $0.append(request) }
        let step = steps.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
        switch step {
        case .answer(let status, let body, let headers, let takes)?:
            time.advance(by: takes)
            return HTTPClientResponse(status: status, headers: HTTPHeaders(headers), body: Array(body.utf8))
        case .failure(let reason)?: throw HTTPClientError(reason, host: "push.example.org")
        case nil: throw HTTPClientError(.cannotConnect, host: "push.example.org")
        }
    }
}
