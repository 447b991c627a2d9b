// SPDX-License-Identifier: Apache-2.0
package import WaxJSON
import WaxSystem

extension APIClient {
    /// How a wait ended.
    package enum PollOutcome: Sendable {
        /// The answer that it was for.
        case ended(APIResponse)
        /// The time was up; the last answer, if there was any.
        case ranOut(APIResponse?)
    }

    /// Asks again and again for at most `span`, until `isFinal` says that an answer ends the wait.
    package func poll(
        _ path: String, for span: Duration, isFinal: @Sendable (JSONValue) -> Bool
    ) async throws(ClientError) -> PollOutcome {
        var start = time.uptime()
        let plan = PollPlan(for: span, from: start)
        var last: APIResponse?
        while true {
            var request = APIRequest("GET", path)
            request.wait = plan.hold(at: start)
            var isCrowded = false
            do throws(ClientError) {
                let response = try await send(request)
                if isFinal(response.value) { return .ended(response) }
                last = response
            } catch {
                guard case .refused(let refusal) = error, refusal.code == "answer_wait.limit_exceeded" else {
                    throw error
                }
                isCrowded = true
            }
            let now = time.uptime()
            let pause = plan.pause(
                isCrowded: isCrowded, took: now - start, wasLast: request.wait == nil, at: now)
            guard let pause, !Task.isCancelled else { return .ranOut(last) }
            if pause > .zero { await sleep(pause) }
            start = time.uptime()
        }
    }
}
