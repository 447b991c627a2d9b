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
    /// The longest time, in hours, that a token which is revoked now may still have to live.
    static let life = SealedTokenContent.maximumLifetime + 4
    static let recordByteCount = 44

    private struct Entry {
        var before: UInt32
        var until: UInt32
    }

    private struct State {
        var entries: [[UInt8]: Entry]
        /// Negative while the file cannot be written.
        var descriptor: Int32
        /// When what has ended was last thrown out of the file.
        var compacted: UInt32
    }

    private let path: String
    private let lock: DirectoryLock
    private let append: @Sendable ([UInt8], Int32) -> Bool
    private let state: Locked<State>

    /// Reads the file in a directory, which is made when it is missing; forgets what is too old. The directory is this
    /// store's alone: throws when another relay has it. `append` writes bytes at the end of a file, false when it could not.
    package init(
        directory: String, hour: UInt32, log: Log = .silent,
        append: @escaping @Sendable ([UInt8], Int32) -> Bool = { PrivateFile.append($0, to: $1) }
    ) throws {
        try PrivateFile.makeDirectory(directory)
        lock = try DirectoryLock(directory)
        path = "\(directory)/revocations"
        self.append = append
        let (entries, skipped) = Self.entries(try PrivateFile.read(path) ?? [], hour: hour)
        if skipped > 0 { log(.warning, "\(path): \(skipped) bytes that are no record were passed over") }
        try Self.write(entries, to: path)
        state = Locked(State(entries: entries, descriptor: try Self.open(path), compacted: hour))
    }

    deinit { state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

    /// How many revocations there are.
    package var count: Int { state.withLock { $0.entries.count } }

    func isRevoked(tag: [UInt8], device: [UInt8], issued: UInt32, secrets: RelaySecrets) -> Bool {
        guard state.withLock({ !$0.entries.isEmpty }) else { return false }
        let (single, all) = (Self.code(tag: tag, secrets), Self.code(device: device, secrets))
        return state.withLock { state in
            state.entries[single] != nil || state.entries[all].map { issued < $0.before } ?? false
        }
    }

    /// Revokes the token with this tag; it is on the disk when the call returns.
    func revoke(tag: [UInt8], until: UInt32, secrets: RelaySecrets) throws(RelayError) {
        try add(Self.code(tag: tag, secrets), Entry(before: 0, until: until))
    }

    /// Revokes all tokens of a device that begin before an hour.
    func revoke(device: [UInt8], before: UInt32, until: UInt32, secrets: RelaySecrets) throws(RelayError) {
        try add(Self.code(device: device, secrets), Entry(before: before, until: until))
    }

    /// Throws out what has ended, once a day at most.
    func compact(hour: UInt32) throws(RelayError) {
        try state.withLock { state throws(RelayError) in
            let isBroken = state.descriptor < 0
            guard hour >= state.compacted + (isBroken ? 1 : 24) else { return }
            state.compacted = hour
            let entries = state.entries.filter { $0.value.until > hour }
            guard entries.count < state.entries.count || isBroken else { return }
            try Self.write(entries, to: path)
            if !isBroken { close(state.descriptor) }
            state.entries = entries
            state.descriptor = -1
            state.descriptor = try Self.open(path)
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
    private static func entries(_ bytes: [UInt8], hour: UInt32) -> (entries: [[UInt8]: Entry], skipped: Int) {
        var entries: [[UInt8]: Entry] = [:]
        var (start, skipped) = (0, 0)
        while start + recordByteCount <= bytes.count {
            guard let (code, entry) = entry(bytes[start..<start + recordByteCount]) else {
                start += 1
                skipped += 1
                continue
            }
            start += recordByteCount
            if entry.until > hour { entries[code] = merged(entries[code], entry) }
        }
        return (entries, skipped + bytes.count - start)
    }

    private func add(_ code: [UInt8], _ entry: Entry) throws(RelayError) {
        try state.withLock { state throws(RelayError) in
            if let known = state.entries[code], known.before >= entry.before { return }
            let end = lseek(state.descriptor, 0, SEEK_END)
            guard end >= 0, append(Self.record(code, entry), state.descriptor), fsync(state.descriptor) == 0 else {
                let reason = PrivateFile.lastError
                // Half a record would shift all that follow.
                if end >= 0 { _ = ftruncate(state.descriptor, end) }
                throw RelayError(reason)
            }
            state.entries[code] = Self.merged(state.entries[code], entry)
        }
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
