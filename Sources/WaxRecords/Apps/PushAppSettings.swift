// SPDX-License-Identifier: Apache-2.0
package import WaxProviders

/// What a caller may change of a push app.
package struct PushAppSettings: Sendable {
    package static let defaultPlaceholderTitle = "New notification"

    package var name: String
    package var apns: APNsCredential?
    package var fcm: FCMCredential?
    package var requireEncryption = false
    package var placeholderTitle = defaultPlaceholderTitle
    package var placeholderBody = ""
    /// The multiple to which a sealed plaintext is filled with spaces; nil leaves its length as it is.
    package var padding: Int?

    package init(name: String) {
        self.name = name
    }
}
