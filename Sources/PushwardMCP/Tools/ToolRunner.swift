// SPDX-License-Identifier: Apache-2.0
package import PushwardClient
package import WaxEnvelope
import WaxJSON
package import WaxSystem

/// Runs the tools: calls the API, and tells models what came of it.
package struct ToolRunner: Sendable {
    private let client: APIClient
    private let key: PW1Key?
    private let time: any TimeSource

    /// - Parameter key: what texts are sealed with; nil sends them as they are.
    package init(client: APIClient, key: PW1Key?, time: any TimeSource) {
        self.client = client
        self.key = key
        self.time = time
    }

    /// Runs one tool; whatever goes wrong is in the result, which never holds a key, nor a text that was to be sealed.
    package func run(
        _ call: ToolCall, progress: @escaping @Sendable (ToolProgress) -> Void
    ) async -> ToolResult {
        guard let tool = NotificationTool(rawValue: call.tool) else { return .failure("there is no such tool") }
        do throws(ClientError) {
            switch try ToolPlan(tool, call.arguments, key: key) {
            case .request(let request, let emptyAnswer):
                return Self.result(try await client.send(request), emptyAnswer: emptyAnswer)
            case .waitForAnswer(let path, let seconds):
                let answer = try await poll(
                    path, for: seconds, progress, "waiting for an answer", isFinal: NotificationPath.isAnswered)
                return Self.result(answer, emptyAnswer: nil)
            case .waitForReceipt(let path, let seconds):
                let receipt = try await poll(path, for: seconds, progress, "waiting for an acknowledgement") {
                    NotificationPath.isFinished(receipt: $0)
                }
                return Self.acknowledgement(receipt)
            }
        } catch {
            return .failure(error.textForModels)
        }
    }

    /// Reads until `isFinal`, or until the time is up; the last answer counts.
    private func poll(
        _ path: String, for seconds: Int, _ progress: @escaping @Sendable (ToolProgress) -> Void, _ what: String,
        isFinal: @escaping @Sendable (JSONValue) -> Bool
    ) async throws(ClientError) -> APIResponse {
        let start = time.uptime()
        let report: @Sendable () -> Void = { [time] in
            let elapsed = Int((time.uptime() - start).components.seconds)
            progress(ToolProgress(done: elapsed, total: seconds, message: what))
        }
        report()
        let outcome = try await client.poll(path, for: .seconds(seconds)) { answer in
            let isOver = isFinal(answer)
            if !isOver { report() }
            return isOver
        }
        switch outcome {
        case .ended(let response), .ranOut(let response?): return response
        case .ranOut(nil): throw .failure("the server holds too many waits already; try again later")
        }
    }

    // MARK: Results

    private static func result(_ response: APIResponse, emptyAnswer: JSONObject?) -> ToolResult {
        if response.body.isEmpty, let emptyAnswer { return result(emptyAnswer) }
        guard let json = response.json else {
            return .failure("the server answered with status \(response.status) and no JSON")
        }
        return ToolResult(text: String(decoding: json.compact, as: UTF8.self), structured: json.objectValue)
    }

    private static func result(_ object: JSONObject) -> ToolResult {
        ToolResult(text: String(decoding: JSONValue.object(object).compact, as: UTF8.self), structured: object)
    }

    /// The outcome first, so that a model need not know how a receipt reads.
    private static func acknowledgement(_ response: APIResponse) -> ToolResult {
        guard let receipt = response.json, let status = receipt["status"]?.stringValue else {
            return result(response, emptyAnswer: nil)
        }
        let reason =
            switch status {
            case "active": "timeout"
            case "canceled": receipt["cancel_reason"]?.stringValue ?? status
            default: status
            }
        return result([
            "status": .string(status), "acknowledged": .bool(status == "acknowledged"), "receipt": receipt,
            "reason": .string(reason),
        ])
    }
}

extension ClientError {
    /// As `description`, but without the values that a server repeats.
    fileprivate var textForModels: String {
        guard case .refused(let refusal) = self else { return description }
        return refusal.text(withValues: false)
    }
}
