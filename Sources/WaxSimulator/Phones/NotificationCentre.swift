// SPDX-License-Identifier: Apache-2.0

/// The notifications that stand on a phone, and all that ever stood there.
struct NotificationCentre: Sendable {
    /// In the order of their arrival; a replaced one is gone.
    private(set) var present: [ShownNotification] = []
    /// In the order of their arrival.
    private(set) var history: [ShownNotification] = []

    /// Shows a notification in place of the one that it replaces.
    mutating func show(_ notification: ShownNotification) {
        history.append(notification)
        if let id = notification.replacementID {
            present.removeAll { $0.replacementID?.hasSameBytes(as: id) == true }
        }
        present.append(notification)
    }
}
