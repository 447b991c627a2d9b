// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxEnvelope

/// Files that only their owner may read: mode 0600, or they are refused.
///
/// What is written belongs to the owner of its directory.
enum PrivateFile {
    /// The content; nil when the file is not there. Throws when others may read it; errors call the file by `name`, or else by
    /// its path.
    static func read(_ path: String, calling name: String? = nil) throws(RelayError) -> [UInt8]? {
        let name = name ?? path
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw RelayError("\(name) cannot be read: \(lastError)")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw RelayError("\(name) is no file")
        }
        guard isPrivate(mode: status.st_mode, owner: status.st_uid, group: status.st_gid, reader: geteuid()) else {
            throw RelayError("\(name) may be read by others: its mode must be 0600")
        }
        guard let bytes = bytes(Int(status.st_size), of: descriptor) else {
            throw RelayError("\(name) cannot be read: \(errno == 0 ? "it ends early" : lastError)")
        }
        return bytes
    }

    /// So many bytes; nil, with `errno`, or 0 for a file that ends early, when they cannot all be had: half of a file is none.
    static func bytes(_ wanted: Int, of descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: wanted)
        var count = 0
        while count < wanted {
            errno = 0
            let got = bytes.withUnsafeMutableBytes { room in
                Glibc.read(descriptor, room.baseAddress.map { $0 + count }, wanted - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return nil }
            count += got
        }
        return bytes
    }

    /// Whether a file is nobody else's to read. A file of root that its group may read counts for anybody but root: so
    /// systemd hands out what `LoadCredential=` names (systemd.exec(5)), the list of who may read it showing as the group.
    static func isPrivate(mode: mode_t, owner: uid_t, group: gid_t, reader: uid_t) -> Bool {
        mode & 0o077 == 0 || owner == 0 && group == 0 && reader != 0 && mode & 0o037 == 0
    }

    /// Puts the content in place of what was there; it is on the disk when the call returns.
    ///
    /// The file becomes that of the directory's owner, or stays the writer's if `keepsOwner`.
    static func write(_ bytes: [UInt8], to path: String, keepsOwner: Bool = false) throws(RelayError) {
        let owner = keepsOwner ? nil : try DirectoryOwner(of: directory(of: path))
        let draft = path + ".new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw RelayError("\(path) cannot be written: \(lastError)") }
        let isWritten =
            (owner?.take(descriptor) ?? true) && append(bytes, to: descriptor) && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(draft, path) == 0 else {
            let reason = lastError
            unlink(draft)
            throw RelayError("\(path) cannot be written: \(reason)")
        }
        flushDirectory(of: path)
    }

    /// Overwrites the content and removes the file.
    static func destroy(_ path: String) throws(RelayError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw RelayError("\(path) cannot be destroyed: \(lastError)")
        }
        let size = lseek(descriptor, 0, SEEK_END)
        lseek(descriptor, 0, SEEK_SET)
        _ = append([UInt8](repeating: 0, count: max(0, size)), to: descriptor)
        fsync(descriptor)
        close(descriptor)
        guard unlink(path) == 0 else { throw RelayError("\(path) cannot be destroyed: \(lastError)") }
        flushDirectory(of: path)
    }

    /// Makes a directory that only its owner may enter, and those above it.
    static func makeDirectory(_ path: String) throws(RelayError) {
        var above = path.hasPrefix("/") ? "" : "."
        for name in path.split(separator: "/") {
            above += "/\(name)"
            guard mkdir(above, 0o700) == 0 || errno == EEXIST else {
                throw RelayError("\(path) cannot be made: \(lastError)")
            }
        }
    }

    /// False when not everything could be written.
    static func append(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var count = 0
        while count < bytes.count {
            let put = bytes.withUnsafeBytes { text in
                Glibc.write(descriptor, text.baseAddress.map { $0 + count }, text.count - count)
            }
            if put < 0, errno == EINTR { continue }
            guard put > 0 else { return false }
            count += put
        }
        return true
    }

    static var lastError: String { String(cString: strerror(errno)) }

    private static func directory(of path: String) -> String {
        let directory = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return directory.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : directory
    }

    private static func flushDirectory(of path: String) {
        let descriptor = open(directory(of: path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
