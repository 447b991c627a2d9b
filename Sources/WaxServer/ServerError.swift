// SPDX-License-Identifier: Apache-2.0

/// Why a server does not start. The text holds no secret.
package struct ServerError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
