// SPDX-License-Identifier: Apache-2.0

/// What an iPhone shows for a sealed push that its extension could not open. Apple can read it.
package struct Placeholder: Hashable, Sendable {
    /// `New notification`, without a body.
    package static let standard = Placeholder(title: "New notification", body: "")

    package let title: String
    package let body: String

    package init(title: String, body: String) {
        self.title = title
        self.body = body
    }
}
