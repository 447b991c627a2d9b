// SPDX-License-Identifier: Apache-2.0

/// How a database is used; the defaults suit a server.
package struct DatabaseOptions: Sendable {
    /// The most connections that read at the same time.
    package var readers = 4
    /// The most writes that share one commit.
    package var largestGroup = 512
    /// How long a statement waits for another process.
    package var busyTimeout: Duration = .seconds(10)
    /// The page cache of the writer and of each reader, in KiB.
    package var writerCache = 4096
    package var readerCache = 1024
    /// The least time between two truncations of the log.
    package var truncationInterval: Duration = .seconds(1)

    package init() {}
}
