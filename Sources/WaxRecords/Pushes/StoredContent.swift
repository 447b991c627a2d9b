// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
import WaxJSON
import WaxStore
package import WaxSystem

/// What is protected of a push until it is final: its content and its collapse key.
package struct StoredContent: Sendable {
    package let content: PushContent
    package let collapseKey: String?

    package init(content: PushContent, collapseKey: String?) {
        self.content = content
        self.collapseKey = collapseKey
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

    private var encoded: [UInt8] {
        var key: [UInt8] = []
        if let collapseKey { key = JSONValue.string(collapseKey).compact }
        return [UInt8(truncatingIfNeeded: key.count >> 8), UInt8(truncatingIfNeeded: key.count)] + key
            + content.plaintext
    }

    private init(encoded: [UInt8]) throws {
        guard encoded.count >= 2 else { throw RecordError.unreadable("pushes") }
        let length = Int(encoded[0]) << 8 | Int(encoded[1])
        guard encoded.count >= 2 + length else { throw RecordError.unreadable("pushes") }
        if length > 0 {
            guard case .string(let key) = try JSONReader.parse(Array(encoded[2..<2 + length])) else {
                throw RecordError.unreadable("pushes")
            }
            collapseKey = key
        } else {
            collapseKey = nil
        }
        content = try PushContent(plaintext: Array(encoded[(2 + length)...]))
    }
}
