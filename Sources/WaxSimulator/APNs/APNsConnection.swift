// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// What Apple remembers of one connection.
struct APNsConnection: Sendable {
    /// The provider token of the latest push that was not refused for it, and when it was first used here.
    private var token: (text: String, teamID: String, usedAt: Timestamp)?
    /// Whether the connection still has only the streams of a new one.
    private var isNew = true

    /// The time that Apple wants between two new tokens.
    private static let updateInterval = Duration.seconds(20 * 60)

    /// Takes note of a valid provider token.
    ///
    /// The first binds the connection to its team, and a fresh one within 20 minutes of the one before it is one too many
    /// (establishing-a-token-based-connection-to-apns).
    mutating func present(_ token: APNsProviderToken, text: String, now: Timestamp) throws(APNsReason) {
        if let known = self.token {
            guard known.teamID.hasSameBytes(as: token.teamID) else { throw .unrelatedKeyID }
            if known.text.hasSameBytes(as: text) { return }
            guard now >= known.usedAt + Self.updateInterval else { throw .tooManyProviderTokenUpdates }
        }
        self.token = (text, token.teamID, now)
    }

    /// Whether the connection gets more streams now: once, after the first request with a valid provider token.
    mutating func takeMoreStreams() -> Bool {
        guard isNew && token != nil else { return false }
        isNew = false
        return true
    }
}
