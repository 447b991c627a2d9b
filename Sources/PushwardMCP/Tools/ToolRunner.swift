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
    private let sleep: @Sendable (Duration) async -> Void

    /// - Parameters:
    ///   - key: what texts are sealed with; nil sends them as they are.
    ///   - sleep: waits; comes back early when its task is cancelled.
    package init(
        client: APIClient, key: PW1Key?, time: any TimeSource = SystemTime(),
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.client = client
        self.key = key
        self.time = time
        self.sleep = sleep
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
            case .waitForAnswer(let request, let seconds):
                let answer = try await read(request, for: seconds, progress, what: "waiting for an answer") { answer in
                    answer["status"]?.stringValue != "pending"
                }
                return Self.result(answer, emptyAnswer: nil)
            case .waitForReceipt(let request, let seconds):
                let answer = try await read(request, for: seconds, progress, what: "waiting for an acknowledgement") {
                    $0["status"]?.stringValue != "active"
                }
                return Self.acknowledgement(answer)
            }
        } catch {
            return .failure(error.textForModels)
        }
    }

    /// Reads until `isFinal`, or until the time is up; the last answer counts.
    private func read(
        _ request: APIRequest, for seconds: Int64, _ progress: (ToolProgress) -> Void, what: String,
        isFinal: (JSONValue) -> Bool
    ) async throws(ClientError) -> APIResponse {
        var request = request
        var reading = HeldRead(for: .seconds(seconds), at: time.uptime())
        var step = reading.resumed(at: time.uptime())
        var last: APIResponse?
        while true {
            switch step {
            case .pause(let span):
                await sleep(span)
                step = reading.resumed(at: time.uptime())
            case .read(let hold):
                progress(
                    ToolProgress(done: reading.elapsed(at: time.uptime()), total: Int(seconds), message: what))
                request.wait = hold
                do throws(ClientError) {
                    let response = try await client.send(request)
                    if let json = response.json, !isFinal(json) {
                        last = response
                        step = reading.unchanged(at: time.uptime())
                    } else {
                        return response
                    }
                } catch {
                    guard case .refused(let refusal) = error, refusal.code == "answer_wait.limit_exceeded" else {
                        throw error
                    }
                    step = reading.holdRefused(at: time.uptime())
                    if step == .timeUp, last == nil { throw error }
                }
            case .timeUp:
                guard let last else { throw .failure("the time is up") }
                return last
            }
            if Task.isCancelled { throw .failure("cancelled") }
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
    /// As `description`, but without the values that a server repeats: they may be long, or private.
    fileprivate var textForModels: String {
        guard case .refused(let refusal) = self else { return description }
        var text = "\(refusal.method) \(refusal.path): \(refusal.status)"
        text += (refusal.code.map { " \($0)" } ?? "") + ": \(refusal.detail)"
        if let quota = refusal.quota {
            text += " (\(quota.kind) \(quota.used)/\(quota.limit)\(quota.resetAt.map { ", resets \($0)" } ?? ""))"
        }
        for field in refusal.fields {
            text += "\n" + (field.location.isEmpty ? "" : "\(field.location): ") + field.message
        }
        return text
    }
}
