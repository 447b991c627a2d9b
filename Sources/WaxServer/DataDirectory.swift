// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Where a server keeps what it must not lose.
package struct DataDirectory: Sendable {
    package let path: String

    /// Makes the directory when it is missing, and those above it, readable by their owner alone.
    package init(_ path: String) throws(ServerError) {
        self.path = path
        var above = path.hasPrefix("/") ? "" : "."
        for name in path.split(separator: "/") {
            above += "/\(name)"
            guard mkdir(above, 0o700) == 0 || errno == EEXIST else {
                throw ServerError("the data directory cannot be made: \(String(cString: strerror(errno)))")
            }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw ServerError("the data directory is not a directory")
        }
    }

    /// The directory of a server that was started before; makes nothing.
    package init(existing path: String) throws(ServerError) {
        self.path = path
        guard !hasDatabase else { return }
        let problem = errno
        throw ServerError(
            [ENOENT, ENOTDIR].contains(problem)
                ? "there is no database in \(path)"
                : "the database in \(path) cannot be reached: \(String(cString: strerror(problem)))")
    }

    package var database: String { "\(path)/waxwing.db" }

    /// Whether a first start was here before.
    var hasDatabase: Bool { access(database, F_OK) == 0 }

    /// Beside the directory and not in it, so that a copy of the directory shows nothing.
    package var defaultMasterKeyFile: String {
        path.hasSuffix("/") ? String(path.dropLast()) + ".key" : path + ".key"
    }

    /// Holds the directory for one server; another one that starts on it stops with an error.
    package func lock() throws(ServerError) -> DirectoryLock {
        try DirectoryLock("\(path)/waxwing.lock")
    }
}
