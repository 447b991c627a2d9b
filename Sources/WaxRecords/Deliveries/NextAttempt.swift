// SPDX-License-Identifier: Apache-2.0
package import WaxProviders

/// Another attempt of a delivery, about to begin.
package struct NextAttempt: Sendable {
    package let n: Int64
    package let encrypted: Bool
    /// What the delivery has been through, this attempt included.
    package let history: RetryHistory

    package init(n: Int64, encrypted: Bool, history: RetryHistory) {
        self.n = n
        self.encrypted = encrypted
        self.history = history
    }
}
