// SPDX-License-Identifier: Apache-2.0
import WaxSystem

extension ProcessSecrets {
    /// Protects what this process has in its memory. Throws when the system refuses.
    static func protectOrRefuse() throws {
        guard protect() else { throw ServerError("this process cannot be kept from leaving core dumps") }
    }
}
