// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads and replaces whole files, without Foundation, which costs more time than the rest of a start.
enum FileBytes {
    /// All bytes of a file that has no more than `limit`.
    static func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw FileFailure(ENOENT) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                guard errno == EINTR else { throw FileFailure(errno) }
                continue
            }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw FileFailure(EFBIG) }
        }
    }

    /// The permission bits of a file; nil when it is not there.
    static func permissions(_ path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// Makes a directory, and those above it that are missing, for its owner alone.
    static func makeDirectory(_ path: String) throws(FileFailure) {
        if mkdir(path, 0o700) == 0 { return }
        switch errno {
        case EEXIST: return
        case ENOENT:
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw FileFailure(ENOENT) }
            try makeDirectory(String(path[..<slash]))
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFailure(errno) }
        default: throw FileFailure(errno)
        }
    }

    /// Where a path leads when it is a symbolic link, also to a file that is not there yet; else the path itself.
    static func followingLinks(_ path: String) throws(FileFailure) -> String {
        var path = path
        // As many as the kernel follows.
        for _ in 0..<40 {
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &target, target.count)
            guard count >= 0 else {
                // EINVAL says that it is there and no link.
                guard errno == EINVAL || errno == ENOENT else { throw FileFailure(errno) }
                return path
            }
            let text = String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
            path = text.hasPrefix("/") ? text : "\(directory(of: path))/\(text)"
        }
        throw FileFailure(ELOOP)
    }

    /// The directory that a path is in.
    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Puts a file in the place of another at once, so that nobody ever reads a part of it, and for its owner alone. What
    /// was written outlasts a loss of power: a key that was made here is nowhere else.
    /// - Parameter temporary: a name in the same directory that nobody uses.
    static func replace(_ path: String, by bytes: [UInt8], temporary: String) throws(FileFailure) {
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure(errno) }
        do throws(FileFailure) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor)
            guard fsync(descriptor) == 0 else { throw FileFailure(errno) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let failure = FileFailure(errno)
            unlink(temporary)
            throw failure
        }
        try synchronizeDirectory(of: path)
    }

    /// Makes the names in the directory of a file as lasting as the file itself.
    private static func synchronizeDirectory(of path: String) throws(FileFailure) {
        let descriptor = open(directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(errno) }
        defer { close(descriptor) }
        // File systems that cannot do this for a directory say EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileFailure(errno) }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw FileFailure(errno) }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}

/// Why a file cannot be read or written; it goes on after the file's name.
struct FileFailure: Error, CustomStringConvertible {
    let code: Int32

    init(_ code: Int32) {
        self.code = code
    }

    var description: String {
        switch code {
        case ENOENT: "is not there"
        case EACCES, EPERM: "may not be opened"
        case EISDIR: "is a directory"
        case EFBIG: "is longer than 1 MiB"
        case ELOOP: "is a symbolic link that leads nowhere"
        default: "cannot be used (error \(code))"
        }
    }
}
