// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Sockets whose request was refused before its body was read, kept for a while after the answer.
///
/// To close one with bytes unread resets the connection, and a client that is still sending may then see the reset
/// instead of the answer. What comes is thrown away. Belongs to one worker.
final class LingeringSockets {
    private struct Entry {
        let descriptor: Int32
        let end: Duration
        var budget: Int
    }

    private var entries: [Entry] = []

    private static let span = Duration.seconds(2)
    private static let budget = 4 << 20
    private static let limit = 64

    deinit {
        for entry in entries { close(entry.descriptor) }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The sockets to wait for.
    var descriptors: [Int32] { entries.map(\.descriptor) }

    /// Takes a socket whose other descriptor is about to be closed; when too many linger, it is closed at once.
    func add(copyOf descriptor: Int32, at time: Duration) {
        guard entries.count < Self.limit else { return }
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return }
        entries.append(Entry(descriptor: copy, end: time + Self.span, budget: Self.budget))
    }

    /// Throws away what came, and closes what has ended or lingered long enough.
    func drain(at time: Duration) {
        entries = entries.compactMap { entry in
            var entry = entry
            if time < entry.end, Self.read(&entry) { return entry }
            close(entry.descriptor)
            return nil
        }
    }

    /// False at the end.
    private static func read(_ entry: inout Entry) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 1) { buffer in
            while entry.budget > 0 {
                let count = recv(entry.descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { return count < 0 && errno == EAGAIN }
                entry.budget -= count
            }
            return false
        }
    }
}
