// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Keeps a directory for one process: a lock on the directory itself, which goes with this value or with the process.
final class DirectoryLock: Sendable {
    private let descriptor: Int32

    /// Throws when another process has the directory, when others than its owner may enter it, or when the process is
    /// neither its owner nor root.
    init(_ path: String) throws(RelayError) {
        _ = try DirectoryOwner(of: path)
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw RelayError("\(path) cannot be opened: \(PrivateFile.lastError)") }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw RelayError("\(path) may be entered by others: its mode must be 0700")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw RelayError("\(path) \(errno == EWOULDBLOCK ? "is in use by another relay" : "cannot be locked")")
        }
    }

    // Runs for an initializer that throws, too: nobody else closes, or whoever has the number by then loses a file.
    deinit { if descriptor >= 0 { close(descriptor) } }
}
