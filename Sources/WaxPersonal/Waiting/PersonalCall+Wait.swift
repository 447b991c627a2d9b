// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxSystem

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

extension PersonalCaller {
    /// Whether what a key sent, or the account's own token, is this caller's to see: a key sees what it sent itself, the
    /// account's own token all of the account.
    func owns(account: Int64, key sender: Int64?) -> Bool {
        account == person.account && (key == nil || key?.seq == sender)
    }
}

extension PersonalService {
    /// What `read` returns, at once without a `wait`; with one, as soon as `isOver` says so of it, or when the time is up.
    ///
    /// Whether it may wait at all is decided before anything is read. No thread is held meanwhile. Throws a 401 when the
    /// caller's key was revoked or expired during the wait.
    func read<Value>(
        _ awaited: Awaited, _ call: PersonalCall, _ read: () throws -> Value, until isOver: (Value) -> Bool
    ) async throws -> Value {
        guard let limit = try call.wait() else { return try read() }
        return try await waits.waiting(for: call.caller.person.account) {
            let now = try read()
            if isOver(now) { return now }
            _ = try await room.wait(for: awaited, atMost: limit) { isOver(try read()) }
            _ = try PersonalAuthenticator(database: database, vault: vault).caller(
                of: call.request.head, now: time.now())
            return try read()
        }
    }
}
