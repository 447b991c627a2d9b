// SPDX-License-Identifier: Apache-2.0

/// Why a webhook is off; the raw value is stored and shown.
package enum DeactivationReason: String, Sendable {
    /// Its owner turned it off.
    case disabled = "DISABLED"
    /// Its endpoint answered 410.
    case gone = "ENDPOINT_GONE"
    /// Nothing but failures for days.
    case failing = "ENDPOINT_FAILING"
}
