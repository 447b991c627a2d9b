// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Whose the files of a directory are: its owner's, also when root writes them, or else the relay could not read them.
struct DirectoryOwner: Equatable {
    let user: uid_t
    let group: gid_t

    /// Throws when the one who writes is neither that user nor root.
    init(of directory: String, writer: uid_t = geteuid()) throws(RelayError) {
        var status = stat()
        guard stat(directory, &status) == 0 else {
            throw RelayError("\(directory) cannot be used: \(PrivateFile.lastError)")
        }
        (user, group) = (status.st_uid, status.st_gid)
        guard writer == 0 || writer == user else {
            throw RelayError("\(directory) belongs to user \(user): only that user and root may change it")
        }
    }

    /// Gives a file that the process has just made to the directory's owner; false when it could not.
    func take(_ descriptor: Int32) -> Bool {
        geteuid() == user || fchown(descriptor, user, group) == 0
    }
}
