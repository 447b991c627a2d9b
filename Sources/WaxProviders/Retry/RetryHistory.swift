// SPDX-License-Identifier: Apache-2.0

/// What one delivery has been through.
package struct RetryHistory: Hashable, Sendable {
    /// The attempts that are made only once; the raw value may be stored.
    package struct Spent: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let renewedToken = Spent(rawValue: 1)
        package static let unknownOutcome = Spent(rawValue: 2)
    }

    /// Requests begun so far, as the API shows them.
    package var attempts: Int
    package var spent: Spent

    package init(attempts: Int = 0, spent: Spent = []) {
        self.attempts = attempts
        self.spent = spent
    }

    /// Whether an earlier attempt may have reached the device: no end that says otherwise, or gives a refund, is right then.
    package var mayHaveArrived: Bool { spent.contains(.unknownOutcome) }
}
