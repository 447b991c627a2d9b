// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxSystem

@testable import WaxRelay

/// A call that goes on beside the test.
struct TestCall {
    private let task: Task<HTTPResponse, Never>
    private let isOver = Locked(false)
    private let isAwaited: Bool
    private let metrics: RelayMetrics
    private let tokens: Int64

    init(_ request: HTTPRequest, _ handler: RelayHandler, _ metrics: RelayMetrics) {
        self.metrics = metrics
        tokens = metrics.value(.tokens)
        isAwaited = request.head.segments.last?.hasPrefix("revoke") ?? false
        task = Task { [isOver] in
            let answer = await handler.respond(to: request)
            isOver.withLock { $0 = true }
            return answer
        }
    }

    /// Whether the answer is there.
    var isAnswered: Bool { isOver.withLock { $0 } }
    /// The answer, once it is there.
    var answer: HTTPResponse { get async { await task.value } }

    /// Waits until the call is answered, or has put into the queue what its answer waits for, which is then to be done.
    func isQueued() async -> Bool {
        while isAwaited, !isAnswered, metrics.value(.tokens) == tokens { await Task.yield() }
        return isAwaited && !isAnswered
    }
}
