// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Makes the file and the directory of a database.
enum DatabaseFile {
    /// Creates an empty file of mode 0600, and its directory of mode 0700, where they are missing.
    static func create(_ path: String) throws {
        let directory = parent(of: path)
        if mkdir(directory, 0o700) != 0 && errno != EEXIST {
            throw failure("the database's directory cannot be created")
        }
        let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == EEXIST { return }
            throw failure("the database's file cannot be created")
        }
        close(file)
        // The name must outlast a power failure, too.
        let entry = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard entry >= 0 else { throw failure("the database's directory cannot be opened") }
        defer { close(entry) }
        guard fsync(entry) == 0 else { throw failure("the database's directory cannot be synced") }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func failure(_ message: String) -> StoreError {
        StoreError(.io, "\(message): \(String(cString: strerror(errno)))")
    }
}
