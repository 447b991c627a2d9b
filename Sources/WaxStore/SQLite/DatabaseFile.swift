// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Makes the file of a database.
enum DatabaseFile {
    /// Creates an empty file of mode 0600, and its directory of mode 0700, where they are missing.
    static func create(_ path: String) throws {
        let directory = PrivateDirectory(ofFile: path)
        try check(directory.create(), "the database's directory cannot be created")
        let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            return try check(errno == EEXIST ? 0 : errno, "the database's file cannot be created")
        }
        close(file)
        try check(directory.sync(), "the database's directory cannot be synced")
    }

    private static func check(_ status: Int32, _ message: String) throws {
        guard status == 0 else { throw StoreError(.io, "\(message): \(String(cString: strerror(status)))") }
    }
}
