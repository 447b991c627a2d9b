// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// A body that is sent while it is being made.
///
/// What is written waits in memory until the client takes it.
package final class HTTPBodyStream: Sendable {
    /// What there is to send.
    enum Piece: Equatable {
        case bytes(Int)
        /// Nothing yet.
        case later
        case end
    }

    private struct State {
        var bytes: [UInt8] = []
        var isFinished = false
        var isClosed = false
        var wake: (@Sendable () -> Void)?
    }

    private let state = Locked(State())
    private let onClose: @Sendable () -> Void

    /// - Parameter onClose: called once when nothing more will be sent, because all is or because the client left. It
    ///   runs on the thread of one of the server's workers and must return at once.
    package init(onClose: @escaping @Sendable () -> Void = {}) {
        self.onClose = onClose
    }

    /// Appends to the body; nothing happens when it has ended, or the client has left.
    package func write(_ bytes: [UInt8]) {
        change { $0.bytes += bytes }
    }

    /// Ends the body.
    package func finish() {
        change { $0.isFinished = true }
    }

    private func change(_ body: (inout State) -> Void) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isFinished, !state.isClosed else { return nil }
            body(&state)
            return state.wake
        }
        wake?()
    }

    // MARK: The server's side

    /// Whether there is something to send, or nothing more to come.
    var isReady: Bool { state.withLock { !$0.bytes.isEmpty || $0.isFinished } }

    /// Has `wake` called after each change.
    func start(wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    /// Moves as much as fits into `buffer`.
    func take(into buffer: UnsafeMutableRawBufferPointer) -> Piece {
        state.withLock { state in
            let count = min(state.bytes.count, buffer.count)
            guard count > 0 else { return state.isFinished ? .end : .later }
            buffer.copyBytes(from: state.bytes[..<count])
            state.bytes.removeFirst(count)
            return .bytes(count)
        }
    }

    /// Nothing more will be sent.
    func close() {
        let isFirst = state.withLock { state in
            defer {
                state.isClosed = true
                state.bytes = []
                state.wake = nil
            }
            return !state.isClosed
        }
        if isFirst { onClose() }
    }
}

extension HTTPBodyStream: Hashable {
    package static func == (left: HTTPBodyStream, right: HTTPBodyStream) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
