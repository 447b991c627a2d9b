// SPDX-License-Identifier: Apache-2.0

/// The kinds of request that are counted apart.
package enum RateClass: String, CaseIterable, Sendable {
    case sends
    /// Registrations of devices, and every other change.
    case registrations
    case reads
}
