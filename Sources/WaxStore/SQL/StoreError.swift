// SPDX-License-Identifier: Apache-2.0

/// Why the store did not do what it was asked.
///
/// The message names tables, columns and constraints, never a value.
package struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        /// Somebody else held the database longer than the busy time-out.
        case busy
        /// A unique or primary key exists already.
        case unique
        /// A row refers to one that is not there, or is referred to.
        case foreignKey
        case notNull
        /// Any other constraint: CHECK, a strict column's type, a trigger.
        case constraint
        case corrupt
        /// The file is another program's database, or none at all.
        case foreign
        /// The disk or the database's size limit is reached.
        case full
        case readOnly
        /// The database was written by a newer version of the program.
        case tooNew
        /// The operating system failed to read, write or sync, or denied it.
        case io
        case outOfMemory
        /// A column holds another kind of value than the caller expects.
        case typeMismatch
        /// The statement is wrong, or the caller broke a rule of this module.
        case misuse
        /// The database was closed before.
        case closed
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Whether the store itself is out of order, rather than what was asked of it: then it is worth while to ask again.
    package var isOfTheStore: Bool {
        switch code {
        case .busy, .full, .readOnly, .io, .outOfMemory, .closed: true
        case .unique, .foreignKey, .notNull, .constraint, .corrupt, .foreign, .tooNew, .typeMismatch, .misuse: false
        }
    }

    package var description: String { "\(code.rawValue): \(message)" }
}
