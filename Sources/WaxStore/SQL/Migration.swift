// SPDX-License-Identifier: Apache-2.0

/// One step from a database's schema to the next.
package struct Migration: Sendable {
    /// 1 for the first step, then one more each.
    package let version: Int64
    /// Kept in the database, so that two programs that call different steps by the same number find out.
    package let name: String
    package let apply: @Sendable (any SQLConnection) throws -> Void

    package init(version: Int64, name: String, apply: @escaping @Sendable (any SQLConnection) throws -> Void) {
        self.version = version
        self.name = name
        self.apply = apply
    }
}
