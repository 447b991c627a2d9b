// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The directory of a file that only its owner may read.
struct PrivateDirectory {
    let path: String

    /// The directory in which a file of this path lies.
    init(ofFile path: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            self.path = "."
            return
        }
        self.path = slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Creates the directory with mode 0700 where it is missing; returns `errno` or 0.
    func create() -> Int32 {
        mkdir(path, 0o700) == 0 || errno == EEXIST ? 0 : errno
    }

    /// Makes the names in the directory outlast a power failure; returns `errno` or 0.
    func sync() -> Int32 {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return errno }
        defer { close(directory) }
        return fsync(directory) == 0 ? 0 : errno
    }
}
