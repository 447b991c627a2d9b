// SPDX-License-Identifier: Apache-2.0

/// A service that carries pushes to devices; the raw value is the API's.
package enum Provider: String, Sendable, CaseIterable {
    case apns, fcm
    /// The push service of a browser, whichever its subscription names (RFC 8030).
    case webPush = "web_push"
}
