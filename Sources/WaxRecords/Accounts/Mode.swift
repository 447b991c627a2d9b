// SPDX-License-Identifier: Apache-2.0

/// Which of an account's two separate worlds a key, and all that was made with it, belongs to.
package enum Mode: Int64, Sendable {
    /// Nothing reaches a provider.
    case test = 0
    case live = 1

    /// The form in which objects name it.
    package var label: String { self == .live ? "LIVE" : "TEST" }
}
