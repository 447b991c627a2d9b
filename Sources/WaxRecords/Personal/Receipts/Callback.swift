// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// How far the request stands that tells a sender of the end of a receipt.
package struct Callback: Equatable, Sendable {
    package enum Status: Int64, Sendable, CaseIterable {
        /// The receipt is active, or the request is still tried.
        case pending = 1
        case delivered
        /// It was given up.
        case failed
        /// The receipt was canceled, of which nobody is told.
        case canceled

        /// As the API shows it.
        package var label: String { "\(self)" }
    }

    package internal(set) var status = Status.pending
    package internal(set) var attempts: Int64 = 0
    package internal(set) var deliveredAt: Timestamp?
    /// The status of the last answer; nil before there is one, and when the last attempt had none.
    package internal(set) var lastStatusCode: Int64?

    package init() {}
}
