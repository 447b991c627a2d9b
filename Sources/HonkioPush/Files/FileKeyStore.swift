// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Records as files of one directory that belongs to the user alone: directory 0700, files 0600.
///
/// A change is on the disk before the call returns, and a stop at any point leaves the old record or the new one.
public struct FileKeyStore: KeyStore {
    /// The directory, which the first change creates.
    public let directory: String

    /// Keeps the records in `directory`.
    public init(directory: String) {
        self.directory = directory
    }

    /// Keeps the records of an access group below `$XDG_DATA_HOME`, or else below `$HOME/.local/share`.
    ///
    /// Throws when the environment names neither, or when the group is not made of letters, digits, `.`, `-` and `_`.
    public init(accessGroup: String, environment: [String: String]) throws(KeyStoreError) {
        let isName = accessGroup.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isName, !["", ".", ".."].contains(accessGroup) else { throw KeyStoreError(code: EINVAL) }
        // The specification of base directories has relative paths ignored.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            directory = "\(data)/honkio-push/\(accessGroup)"
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            directory = "\(home)/.local/share/honkio-push/\(accessGroup)"
        } else {
            throw KeyStoreError(code: ENOENT)
        }
    }

    /// The contents of a file.
    public func record(_ name: String) throws(KeyStoreError) -> [UInt8]? {
        try RecordFile.existing(try path(name))?.contents()
    }

    /// The files that are records.
    public func names() throws(KeyStoreError) -> [String] {
        try entries().filter { !$0.hasPrefix(".") }
    }

    /// Writes a file beside and gives it its name, which fails when the name is taken.
    public func add(_ record: [UInt8], as name: String) throws(KeyStoreError) -> Bool {
        let path = try path(name)
        let draft = try writeDraft(record)
        defer { unlink(draft) }
        guard link(draft, path) == 0 else {
            if errno == EEXIST { return false }
            throw .last
        }
        try flushDirectory()
        return true
    }

    /// Writes a file beside and moves it over the old one.
    public func replace(_ name: String, with record: [UInt8]) throws(KeyStoreError) {
        let path = try path(name)
        let draft = try writeDraft(record)
        guard rename(draft, path) == 0 else {
            let error = KeyStoreError.last
            unlink(draft)
            throw error
        }
        try flushDirectory()
    }

    /// Removes a file.
    public func remove(_ name: String) throws(KeyStoreError) {
        guard unlink(try path(name)) == 0 else {
            if errno == ENOENT { return }
            throw .last
        }
        try flushDirectory()
    }

    /// Holds a lock on a file, which shuts out threads and processes alike.
    public func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        try createDirectory()
        return try RecordFile.made("\(directory)/\(Self.lockName)", flags: O_RDWR).whileLocked {
            // Nobody else is writing, so a draft is what a crash left behind.
            for entry in try entries() where entry.hasPrefix(Self.draftPrefix) { unlink("\(directory)/\(entry)") }
            return try body()
        }
    }
}

extension FileKeyStore {
    private static let lockName = ".lock"
    private static let draftPrefix = ".draft-"

    private func path(_ name: String) throws(KeyStoreError) -> String {
        guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0) else {
            throw KeyStoreError(code: EINVAL)
        }
        return "\(directory)/\(name)"
    }

    /// Puts a record on the disk under a name that nobody looks for.
    private func writeDraft(_ record: [UInt8]) throws(KeyStoreError) -> String {
        try createDirectory()
        let path = "\(directory)/\(Self.draftPrefix)\(UInt64.random(in: .min ... .max))"
        let file = try RecordFile.made(path, flags: O_WRONLY | O_EXCL)
        do throws(KeyStoreError) {
            try file.append(record)
            try file.flush()
        } catch {
            unlink(path)
            throw error
        }
        return path
    }

    /// Makes the directory, and those above it that are not there.
    private func createDirectory() throws(KeyStoreError) {
        guard try RecordFile.existing(directory, flags: O_RDONLY | O_DIRECTORY) == nil else { return }
        var path = directory.hasPrefix("/") ? "/" : "./"
        for part in directory.split(separator: "/") {
            let parent = path
            path += "\(part)/"
            guard mkdir(path, 0o700) == 0 else {
                let error = KeyStoreError.last
                if try RecordFile.existing(path) == nil { throw error }
                continue
            }
            try RecordFile.existing(parent)?.flush()
        }
    }

    private func flushDirectory() throws(KeyStoreError) {
        try RecordFile.existing(directory)?.flush()
    }

    private func entries() throws(KeyStoreError) -> [String] {
        guard let stream = opendir(directory) else {
            if errno == ENOENT { return [] }
            throw .last
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw .last }
        return names
    }
}
