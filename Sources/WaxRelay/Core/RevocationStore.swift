// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxCrypto
import WaxEnvelope
package import WaxSystem

/// What was revoked: codes of which nobody learns what they stand for, in a file to which lines are only added.
///
/// A record has 44 bytes: a code of 32, the hour before which a device's tokens are dead (0 for a single token), the hour at
/// which the record is forgotten, and the first four bytes of a hash of all that. It is all that a relay keeps.
package final class RevocationStore: Sendable {
    /// The longest time, in hours, that a token which is revoked now may still have to live, and as long again as the clock
    /// may run ahead unnoticed.
    static let life = SealedTokenContent.maximumLifetime + latestIssue + RelayKeyPlan.clockBound
    /// How far ahead a token may begin that is revoked, in hours: twice what an owner's clock may be off.
    static let latestIssue: UInt32 = 4
    static let recordByteCount = 44

    fileprivate struct Entry {
        var before: UInt32
        var until: UInt32
    }

    private struct File {
        /// Negative while the file cannot be written.
        var descriptor: Int32
        /// When what has ended was last thrown out of the file.
        var compacted: UInt32?
    }

    /// What is to be written down.
    struct Revocation: Sendable {
        /// What it revokes: of two that are equal one is enough.
        struct Subject: Hashable, Sendable {
            fileprivate let code: [UInt8]
            fileprivate let before: UInt32
        }

        fileprivate let code: [UInt8]
        fileprivate let entry: Entry

        var subject: Subject { Subject(code: code, before: entry.before) }
    }

    private let path: String
    private let lock: DirectoryLock
    private let append: @Sendable ([UInt8], Int32) -> Bool
    /// Held while the disk is waited for; `entries` never is.
    private let file: Locked<File>
    private let entries: Locked<[[UInt8]: Entry]>

    /// Reads the file in a directory, which is made when it is missing. The directory is this store's alone: throws when
    /// another relay has it. `append` writes bytes at the end of a file, false when it could not.
    package init(
        directory: String, log: Log = .silent,
        append: @escaping @Sendable ([UInt8], Int32) -> Bool = { PrivateFile.append($0, to: $1) }
    ) throws {
        try PrivateFile.makeDirectory(directory)
        lock = try DirectoryLock(directory)
        path = "\(directory)/revocations"
        self.append = append
        let bytes = try PrivateFile.read(path)
        if bytes == nil { try PrivateFile.write([], to: path) }
        // The file stays as it is: what is broken in it may be mended, and a full disk keeps nobody from reading it.
        let (entries, skipped) = Self.entries(bytes ?? [])
        if skipped > 0 { log(.warning, "\(path): \(skipped) bytes that are no record were passed over") }
        file = Locked(File(descriptor: try Self.open(path)))
        self.entries = Locked(entries)
    }

    deinit { file.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

    /// How many revocations there are.
    package var count: Int { entries.withLock { $0.count } }

    /// Whether a token is dead; never waits for the disk.
    func isRevoked(tag: [UInt8], device: [UInt8], issued: UInt32, secrets: RelaySecrets) -> Bool {
        guard entries.withLock({ !$0.isEmpty }) else { return false }
        let (single, all) = (Self.code(tag: tag, secrets), Self.code(device: device, secrets))
        return entries.withLock { entries in
            entries[single] != nil || entries[all].map { issued < $0.before } ?? false
        }
    }

    /// What revokes the token with this tag, to be forgotten at an hour.
    static func revocation(tag: [UInt8], until: UInt32, secrets: RelaySecrets) -> Revocation {
        Revocation(code: code(tag: tag, secrets), entry: Entry(before: 0, until: until))
    }

    /// What revokes all tokens of a device that begin before an hour.
    static func revocation(
        device: [UInt8], before: UInt32, until: UInt32, secrets: RelaySecrets
    ) -> Revocation {
        Revocation(code: code(device: device, secrets), entry: Entry(before: before, until: until))
    }

    /// Whether all that a revocation is to revoke is dead.
    func has(_ revocation: Revocation) -> Bool {
        entries.withLock { $0[revocation.code].map { $0.before >= revocation.entry.before } ?? false }
    }

    /// Writes all of them down at once, or none when it throws; they are on the disk when the call returns.
    func add(_ revocations: [Revocation]) throws(RelayError) {
        try file.withLock { file throws(RelayError) in
            let new = revocations.filter { !has($0) }
            guard !new.isEmpty else { return }
            let end = lseek(file.descriptor, 0, SEEK_END)
            guard end >= 0, append(new.flatMap { Self.record($0.code, $0.entry) }, file.descriptor),
                fsync(file.descriptor) == 0
            else {
                let reason = PrivateFile.lastError
                // Half a record would shift all that follow.
                if end >= 0 { _ = ftruncate(file.descriptor, end) }
                throw RelayError(reason)
            }
            entries.withLock { entries in
                for new in new { entries[new.code] = Self.merged(entries[new.code], new.entry) }
            }
        }
    }

    /// Throws out what has ended, once a day at most.
    func compact(hour: UInt32) throws(RelayError) {
        try file.withLock { file throws(RelayError) in
            let isBroken = file.descriptor < 0
            guard file.compacted.map({ hour >= $0 + (isBroken ? 1 : 24) }) ?? true else { return }
            file.compacted = hour
            let known = entries.withLock { $0 }
            let kept = known.filter { $0.value.until > hour }
            guard kept.count < known.count || isBroken else { return }
            try Self.write(kept, to: path)
            if !isBroken { close(file.descriptor) }
            entries.withLock { $0 = kept }
            file.descriptor = -1
            file.descriptor = try Self.open(path)
        }
    }

    private static func write(_ entries: [[UInt8]: Entry], to path: String) throws(RelayError) {
        try PrivateFile.write(entries.flatMap { record($0.key, $0.value) }, to: path)
    }

    private static func open(_ path: String) throws(RelayError) -> Int32 {
        let descriptor = Glibc.open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw RelayError("\(path) cannot be written: \(PrivateFile.lastError)") }
        return descriptor
    }

    /// The records in a file's bytes, and how many bytes belong to none: after a broken one the next is looked for.
    private static func entries(_ bytes: [UInt8]) -> (entries: [[UInt8]: Entry], skipped: Int) {
        var entries: [[UInt8]: Entry] = [:]
        var (start, skipped) = (0, 0)
        while start + recordByteCount <= bytes.count {
            guard let (code, entry) = entry(bytes[start..<start + recordByteCount]) else {
                start += 1
                skipped += 1
                continue
            }
            start += recordByteCount
            entries[code] = merged(entries[code], entry)
        }
        return (entries, skipped + bytes.count - start)
    }

    private static func merged(_ known: Entry?, _ entry: Entry) -> Entry {
        Entry(before: max(known?.before ?? 0, entry.before), until: max(known?.until ?? 0, entry.until))
    }

    private static func code(tag: [UInt8], _ secrets: RelaySecrets) -> [UInt8] {
        secrets.revocation(of: [UInt8(ascii: "t")] + tag)
    }

    private static func code(device: [UInt8], _ secrets: RelaySecrets) -> [UInt8] {
        var message = [UInt8(ascii: "a")] + device
        defer { wipe(&message) }
        return secrets.revocation(of: message)
    }

    private static func record(_ code: [UInt8], _ entry: Entry) -> [UInt8] {
        let content = code + entry.before.bigEndianBytes + entry.until.bigEndianBytes
        return content + checksum(content)
    }

    private static func entry(_ record: ArraySlice<UInt8>) -> (code: [UInt8], entry: Entry)? {
        let record = Array(record)
        let content = Array(record[..<40])
        guard checksum(content) == Array(record[40...]) else { return nil }
        func hour(_ start: Int) -> UInt32 { content[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        return (Array(content[..<32]), Entry(before: hour(32), until: hour(36)))
    }

    private static func checksum(_ content: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: content).prefix(4)) }
}
