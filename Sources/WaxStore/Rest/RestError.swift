// SPDX-License-Identifier: Apache-2.0

/// Why a value at rest was not protected or not revealed.
///
/// The message names files, key numbers, tables and columns, never a key or a value.
package struct RestError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        /// The master key file is missing, cannot be read or is not in its form.
        case keyFile
        /// Others than its owner may read the master key file.
        case keyFileMode
        /// The master key is not the one that the database was written with.
        case wrongKey
        /// The value is not in the form of a protected one.
        case format
        /// The value was protected with a key that the master key file does not hold.
        case unknownKey
        /// The value was changed, or belongs to another row, column or table.
        case changed
        /// The newest key has protected as many values as it may.
        case exhausted
        /// The count of protected values could not be kept.
        case counter
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "\(code.rawValue): \(message)" }
}
