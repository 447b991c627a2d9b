// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxRecords
import WaxSystem

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
