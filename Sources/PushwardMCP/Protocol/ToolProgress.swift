// SPDX-License-Identifier: Apache-2.0

/// How far a running call is.
package struct ToolProgress: Equatable, Sendable {
    /// Grows with each report.
    package let done: Int
    /// What `done` grows towards.
    package let total: Int
    /// One line for people.
    package let message: String

    package init(done: Int, total: Int, message: String) {
        self.done = done
        self.total = total
        self.message = message
    }
}
