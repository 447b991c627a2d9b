// SPDX-License-Identifier: Apache-2.0

/// Whose objects a request sees: those of one account in one mode.
package struct Owner: Hashable, Sendable {
    package let account: Int64
    package let mode: Mode

    package init(account: Int64, mode: Mode) {
        self.account = account
        self.mode = mode
    }
}
