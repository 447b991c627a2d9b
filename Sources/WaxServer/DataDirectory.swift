// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Where a server keeps what it must not lose.
package struct DataDirectory: Sendable {
    package let path: String

    /// Makes the directory when it is missing, readable by its owner alone.
    package init(_ path: String) throws(ServerError) {
        self.path = path
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw ServerError("the data directory cannot be made: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw ServerError("the data directory is not a directory")
        }
    }

    package var database: String { "\(path)/waxwing.db" }

    /// Beside the directory and not in it, so that a copy of the directory shows nothing.
    package var defaultMasterKeyFile: String {
        path.hasSuffix("/") ? String(path.dropLast()) + ".key" : path + ".key"
    }

    /// Holds the directory for one server; another one that starts on it stops with an error.
    package func lock() throws(ServerError) -> DirectoryLock {
        try DirectoryLock("\(path)/waxwing.lock")
    }
}

/// A file lock that ends with the process, however it ends.
package final class DirectoryLock: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws(ServerError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ServerError("the data directory cannot be written: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            Glibc.close(descriptor)
            throw ServerError("another server runs on this data directory")
        }
    }

    deinit {
        Glibc.close(descriptor)
    }
}
