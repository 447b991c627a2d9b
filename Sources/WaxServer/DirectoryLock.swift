// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file lock that ends with the process, however it ends.
package final class DirectoryLock: Sendable {
    /// Whether the file was there: then nobody else works on the directory. Whoever has to make it cannot know that.
    package let wasThere: Bool
    private let descriptor: Int32

    init(_ path: String) throws(ServerError) {
        let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        wasThere = made < 0 && errno == EEXIST
        descriptor = wasThere ? open(path, O_RDWR | O_CLOEXEC) : made
        guard descriptor >= 0 else {
            throw ServerError("the data directory cannot be written: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw ServerError("another server runs on this data directory")
        }
    }

    // Runs for an initializer that throws, too: nobody else closes, or whoever has the number by then loses a file.
    deinit { if descriptor >= 0 { close(descriptor) } }
}
