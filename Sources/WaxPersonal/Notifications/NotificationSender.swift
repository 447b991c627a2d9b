// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
package import WaxProviders
package import WaxRecords
package import WaxStore
package import WaxSystem

/// Puts notifications into the history of an account and on their way to its devices, inside a write.
package struct NotificationSender {
    private let sql: Transaction
    private let vault: Vault

    package init(_ sql: Transaction, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// What was stored of a notification.
    package struct Sent: Sendable {
        /// The notification's identifier in the API.
        package let id: Int64
        /// The number of the push that carries it; nil when it goes to no device.
        package let push: Int64?
    }

    /// Counts, stores and pushes a notification. Throws `quota.exceeded`.
    ///
    /// - Parameters:
    ///   - key: The number of the integration key that sends it; nil for the account's own token.
    ///   - uid: A new identifier, which the push gets too.
    package func send(
        _ request: NotificationRequest, from person: Person, key: Int64?, uid: ULID, quota: NotificationQuota,
        now: Timestamp
    ) throws -> Sent {
        try quota.take(account: person.account, sql, now: now)
        let id = try NotificationTable(sql, vault).insert(
            request.content, uid: uid, account: person.account, key: key, isAnswerable: request.isAnswerable, now: now)
        let push =
            request.isPushed
            ? try push(
                id, request.content,
                collapseID: request.collapseID ?? (request.acknowledge == nil ? nil : ReceiptKeeper.collapseID(id)),
                to: person, uid: uid, now: now) : nil
        return Sent(id: id, push: push)
    }

    /// Pushes a stored notification, once more or for the first time; returns the push's number, and nil when the account
    /// has no device.
    package func push(
        _ id: Int64, _ content: NotificationContent, collapseID: String?, to person: Person, uid: ULID, now: Timestamp
    ) throws -> Int64? {
        guard let seq = person.app, let app = try PushAppTable(sql, vault).find(seq: seq) else { return nil }
        let devices = try DeviceTable(sql, vault).audience(of: .all, app: seq)
        guard !devices.devices.isEmpty else { return nil }
        let options = DeliveryOptions(
            priority: content.level.priority, collapseKey: collapseID.map(Self.collapseKey))
        return try PushTable(sql, vault).insert(
            NewPush(
                id: uid, owner: person.owner, app: seq, target: .all,
                content: StoredContent(.notification(id, content), collapseKey: options.collapseKey),
                priority: options.priority, ttlSeconds: Int64(options.ttlSeconds), scheduledAt: nil,
                deviceCount: devices.eligible(requiringEncryption: app.settings.requireEncryption),
                requiresEncryption: app.settings.requireEncryption), now: now)
    }

    /// A collapse id as providers take it: itself where it may be a header of theirs, else its hash.
    package static func collapseKey(_ id: String) -> String {
        DeliveryOptions.isCollapseKey(id) ? id : Base64URL.encode(Array(SHA256.hash(data: Array(id.utf8))))
    }
}
