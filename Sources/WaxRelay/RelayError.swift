// SPDX-License-Identifier: Apache-2.0

/// Why a relay does not start, or a command about its keys cannot be carried out. The text holds no secret.
package struct RelayError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
