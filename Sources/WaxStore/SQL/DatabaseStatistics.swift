// SPDX-License-Identifier: Apache-2.0

/// What a database's writer has done since it was opened.
package struct DatabaseStatistics: Sendable, Equatable {
    /// Writes whose changes were committed.
    package var writes: UInt64 = 0
    /// Commits, each with one sync of the disk.
    package var commits: UInt64 = 0
    /// Writes that were rolled back.
    package var failures: UInt64 = 0
    /// Truncations of the log.
    package var truncations: UInt64 = 0
    /// Writes that wait for their turn now.
    package var waiting = 0

    package init() {}
}
