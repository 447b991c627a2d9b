// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
import WaxJSON
package import WaxProviders
import WaxStore
package import WaxSystem

/// What is protected of a push until it is final: what it says and its collapse key.
package struct StoredContent: Sendable {
    /// What a push says.
    package enum Message: Sendable {
        case push(PushContent)
        /// A personal notification, with its identifier.
        case notification(Int64, NotificationContent)
    }

    package let message: Message
    package let collapseKey: String?

    package init(_ message: Message, collapseKey: String?) {
        self.message = message
        self.collapseKey = collapseKey
    }

    package init(content: PushContent, collapseKey: String?) {
        self.init(.push(content), collapseKey: collapseKey)
    }

    /// The content of a push; nil of a personal notification.
    package var content: PushContent? {
        if case .push(let content) = message { content } else { nil }
    }

    /// The form that is stored, protected for its row.
    package func protected(of push: ULID, _ vault: Vault) throws -> [UInt8] {
        try vault.cipher.protect(encoded, table: "pushes", column: "content", row: push.bytes)
    }

    /// Opens the stored form. Throws when it was protected for another row, or is damaged.
    package init(protected: [UInt8], of push: ULID, _ vault: Vault) throws {
        try self.init(
            encoded: vault.cipher.reveal(protected, table: "pushes", column: "content", row: push.bytes))
    }

    /// The collapse key as JSON after its length in two bytes, of which the highest bit says that a notification
    /// follows; then the message.
    private var encoded: [UInt8] {
        var key: [UInt8] = []
        if let collapseKey { key = JSONValue.string(collapseKey).compact }
        var head = UInt16(truncatingIfNeeded: key.count)
        let body: [UInt8]
        switch message {
        case .push(let content): body = content.plaintext
        case .notification(let id, let content):
            head |= Self.notificationMark
            body = JSONValue.array([.number(JSONNumber(id)), .object(content.json)]).compact
        }
        return [UInt8(head >> 8), UInt8(truncatingIfNeeded: head)] + key + body
    }

    private init(encoded: [UInt8]) throws {
        guard encoded.count >= 2 else { throw RecordError.unreadable("pushes") }
        let head = UInt16(encoded[0]) << 8 | UInt16(encoded[1])
        let length = Int(head & ~Self.notificationMark)
        guard encoded.count >= 2 + length else { throw RecordError.unreadable("pushes") }
        if length > 0 {
            guard case .string(let key) = try JSONReader.parse(Array(encoded[2..<2 + length])) else {
                throw RecordError.unreadable("pushes")
            }
            collapseKey = key
        } else {
            collapseKey = nil
        }
        let body = Array(encoded[(2 + length)...])
        if head & Self.notificationMark == 0 {
            message = .push(try PushContent(plaintext: body))
        } else {
            let parts = try JSONReader.parse(body)
            guard let id = parts[0]?.int64Value, let object = parts[1]?.objectValue,
                let content = NotificationContent(json: object)
            else { throw RecordError.unreadable("pushes") }
            message = .notification(id, content)
        }
    }

    private static let notificationMark: UInt16 = 0x8000
}
