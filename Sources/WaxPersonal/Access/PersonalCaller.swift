// SPDX-License-Identifier: Apache-2.0
import WaxFields
package import WaxRecords

/// Who a request comes from: a key of an account, or the account's own app.
package struct PersonalCaller: Sendable {
    package let person: Person
    /// Nil for the account's own token, which may do everything but what only a key can.
    package let key: IntegrationKey?

    package var isApp: Bool { key == nil }

    package init(person: Person, key: IntegrationKey?) {
        self.person = person
        self.key = key
    }

    /// Throws unless the caller has this level.
    package func require(_ level: IntegrationKey.NotificationLevel) throws(Problem) {
        if let key, key.notifications < level { throw Self.denied("notifications:\(level.label)") }
    }

    /// Throws unless the caller is the account's own app.
    package func requireApp() throws(Problem) {
        guard isApp else { throw Self.denied("the account's own token (hla_)", "le jeton du compte (hla_)") }
    }

    /// Throws unless the caller may name activities.
    package func requireActivities() throws(Problem) {
        if let key, key.activities == .none {
            throw Self.denied("activities:read to set activity_slug", "activities:read pour activity_slug")
        }
    }

    /// Whether what a key sent, or the account's own token, is this caller's to see: a key sees what it sent itself, the
    /// account's own token all of the account.
    func owns(account: Int64, key sender: Int64?) -> Bool {
        account == person.account && (key == nil || key?.seq == sender)
    }

    private static func denied(_ required: String, _ french: String? = nil) -> Problem {
        Problem(
            .permissionDenied,
            LocalizedText(
                "insufficient permissions: requires \(required)",
                "permissions insuffisantes: il faut \(french ?? required)"))
    }
}
