// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem

/// What the account's own app asks of the history.
enum InboxRoutes {
    /// `GET /notifications`
    @Sendable
    static func list(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let query = try ListCursor(call, purpose: "notifications")
        let (account, oldest) = (call.caller.person.account, call.now - NotificationTable.keptFor)
        let found = try service.database.read { sql in
            try NotificationTable(sql, service.vault).list(
                account: account, since: oldest, before: query.after, limit: query.limit + 1)
        }
        return query.page(of: found, key: \.seq) { notification in
            NotificationObject.json(
                id: notification.seq, notification.content, isPushed: notification.wasPushed,
                createdAt: notification.createdAt)
        }
    }
}
