// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON

extension PersonalCall {
    /// The longest that a request may wait, in seconds.
    private static let longestWait: Int64 = 25

    /// How long to wait, by `wait` of the query; nil for not at all. Throws a 422.
    func wait() throws(Problem) -> Duration? {
        guard let text = request.head.queryValue("wait") else { return nil }
        guard let seconds = JSONNumber(text)?.int64 else {
            throw Problem(FieldProblems([FieldProblem("wait", .type(.integer))]), in: "query")
        }
        guard (0...Self.longestWait).contains(seconds) else {
            throw Problem(FieldProblems([FieldProblem("wait", .range(0...Self.longestWait))]), in: "query")
        }
        return seconds > 0 ? .seconds(seconds) : nil
    }
}
