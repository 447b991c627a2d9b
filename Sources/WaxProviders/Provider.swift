// SPDX-License-Identifier: Apache-2.0

/// A service that carries pushes to devices; the raw value is the API's.
package enum Provider: String, Sendable, CaseIterable {
    case apns, fcm
}
