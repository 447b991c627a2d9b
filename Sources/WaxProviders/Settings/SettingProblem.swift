// SPDX-License-Identifier: Apache-2.0

/// A setting that cannot be used, in one line that names it and not its value.
package struct SettingProblem: Error, Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package let message: String

    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    package var description: String { "\(name) \(message)" }
}
