// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxSystem

/// Requests that wait at a server, each on a connection of its own, and one thread that sees them end.
final class HeldWaits: Sendable {
    /// How one wait ended.
    struct End: Sendable {
        let time: Duration
        /// Whether the answer is there that was waited for.
        let isAnswered: Bool
    }

    private struct State {
        var sockets: [Int32] = []
        var ends: [End?] = []
        var left = 0
    }

    private static let longestAnswer = 8192

    private let state = Locked(State())
    private let time = SystemTime()

    /// How many have not ended.
    var left: Int { state.withLock { $0.left } }

    /// How they ended, in the order in which they were opened; nil for those that have not.
    var ends: [End?] { state.withLock { $0.ends } }

    /// Sends one request. `text` is the whole of it.
    func open(_ text: String, port: UInt16) throws {
        let connection = try LoopbackSocket.connect(to: port)
        let bytes = Array(text.utf8)
        guard write(connection, bytes, bytes.count) == bytes.count else {
            throw BenchmarkFailure("a connection to the server failed: error \(errno)")
        }
        state.withLock { state in
            state.sockets.append(connection)
            state.ends.append(nil)
            state.left += 1
        }
    }

    /// Watches all that were opened, on a thread of its own, until each has ended.
    func watch() {
        BackgroundThread.start { [self] in
            var sockets = state.withLock { $0.sockets }
            while left > 0 {
                var polls = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                guard poll(&polls, nfds_t(polls.count), 1000) > 0 else { continue }
                for index in polls.indices where polls[index].revents != 0 {
                    let end = End(time: time.uptime(), isAnswered: Self.isAnswered(sockets[index]))
                    close(sockets[index])
                    sockets[index] = -1
                    state.withLock { state in
                        state.ends[index] = end
                        state.left -= 1
                    }
                }
            }
            state.notify()
        }
    }

    /// Waits until all have ended; false when some have not within `limit`.
    func finish(within limit: Duration) -> Bool {
        state.wait(atMost: limit) { $0.left == 0 ? true : nil } ?? false
    }

    /// Whether a 200 came that has the answer.
    private static func isAnswered(_ socket: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: longestAnswer)
        let count = read(socket, &bytes, bytes.count)
        guard count > 0 else { return false }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        return text.hasPrefix("HTTP/1.1 200") && (text.contains(#""answered""#) || text.contains(#""acknowledged""#))
    }
}
