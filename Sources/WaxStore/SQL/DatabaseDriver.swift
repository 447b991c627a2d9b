// SPDX-License-Identifier: Apache-2.0

/// A kind of database: opens connections to one.
package protocol DatabaseDriver: Sendable {
    /// A connection that may write; the first of all to be opened.
    func openWriter() throws -> any DatabaseConnection

    /// A connection that can only read.
    func openReader() throws -> any DatabaseConnection
}
