// SPDX-License-Identifier: Apache-2.0

/// Why a simulator did not start or a phone could not be made; it holds no secret.
public struct SimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line in plain English.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
