// SPDX-License-Identifier: Apache-2.0

/// What a caller may change of a push app, apart from its credentials.
package struct PushAppSettings: Sendable {
    /// What an iPhone shows for a push that it cannot open, unless the app says otherwise.
    package static let defaultPlaceholderTitle = "New notification"

    package var name: String
    package var requireEncryption = false
    package var placeholderTitle = defaultPlaceholderTitle
    package var placeholderBody = ""
    /// The multiple to which a sealed plaintext is filled with spaces; nil leaves its length as it is.
    package var padding: Int?

    package init(name: String) {
        self.name = name
    }
}
