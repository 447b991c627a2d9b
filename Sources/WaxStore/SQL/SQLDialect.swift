// SPDX-License-Identifier: Apache-2.0

/// The words in which databases differ; everything else is written in the SQL they share.
///
/// Shared, and to be used freely: `?` for values, `INSERT … ON CONFLICT … DO UPDATE`, `RETURNING`, `SAVEPOINT`, row
/// values, common table expressions. Truth values are integers, times are integer milliseconds.
package struct SQLDialect: Sendable, Equatable {
    package let name: String
    /// The type of a 64-bit integer column.
    package let integer: String
    /// The type of a 64-bit floating point column.
    package let real: String
    package let text: String
    package let blob: String
    /// The column definition of a primary key that numbers itself, in ascending order.
    package let identity: String
    /// What follows the parenthesis of a `CREATE TABLE`.
    package let tableOptions: String
    /// The same for a table that is stored in the order of its primary key, with no row number of its own.
    package let clusteredTableOptions: String
    /// What ends a `SELECT` of rows to claim, so that two claimants do not wait for each other.
    package let skipLocked: String

    package init(
        name: String, integer: String, real: String, text: String, blob: String, identity: String,
        tableOptions: String, clusteredTableOptions: String, skipLocked: String
    ) {
        self.name = name
        self.integer = integer
        self.real = real
        self.text = text
        self.blob = blob
        self.identity = identity
        self.tableOptions = tableOptions
        self.clusteredTableOptions = clusteredTableOptions
        self.skipLocked = skipLocked
    }
}
