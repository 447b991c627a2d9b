// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// The content of the configuration file. Fields that it does not know stay as they are.
package struct Configuration: Sendable {
    var members = JSONObject()
    /// Whether others than its owner may read or write the file.
    var isExposed = false

    /// Where the API is.
    package var apiURL: String? {
        get { self["api_url"] }
        set { self["api_url"] = newValue }
    }

    /// The API key.
    package var token: String? {
        get { self["token"] }
        set { self["token"] = newValue }
    }

    /// The encryption key.
    package var encryptionKey: String? {
        get { self["e2e_key"] }
        set { self["e2e_key"] = newValue }
    }

    /// A text; nil when it is missing or empty.
    private subscript(_ key: String) -> String? {
        get { members[key]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
        set { members[key] = newValue.map { .string($0) } }
    }
}
