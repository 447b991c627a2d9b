// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Messages from any thread for one that waits in its poller.
final class Mailbox<Message: Sendable>: Sendable {
    private struct Content {
        var messages: [Message] = []
        var isWaiting = false
        var isFinished = false
    }

    private let content = Locked(Content())
    private let signal: WakeSignal

    init() throws(TransportError) {
        signal = try WakeSignal()
    }

    // MARK: For any thread

    /// Leaves a message; false when the thread has ended and will never take it.
    @discardableResult
    func put(_ message: Message) -> Bool {
        let (isTaken, mustSignal) = content.withLock { content in
            guard !content.isFinished else { return (false, false) }
            content.messages.append(message)
            // A thread that is awake looks here before it waits.
            defer { content.isWaiting = false }
            return (true, content.isWaiting)
        }
        if mustSignal { signal.send() }
        return isTaken
    }

    /// Ends the thread's wait although there is no message.
    func wake() { signal.send() }

    // MARK: For the thread

    /// The signal's descriptor, for the poller alone.
    var descriptor: Int32 { signal.raw }

    /// Takes what is there.
    func take() -> [Message] {
        content.withLock { content in
            content.isWaiting = false
            defer { content.messages = [] }
            return content.messages
        }
    }

    /// Says that the thread is about to wait; false when a message has come meanwhile.
    func beginWait() -> Bool {
        content.withLock { content in
            content.isWaiting = content.messages.isEmpty
            return content.isWaiting
        }
    }

    /// Takes the signal back after a wait that it ended.
    func clearSignal() { signal.clear() }

    /// Says that the thread ends; false when a message has come that it must still take.
    func finish() -> Bool {
        content.withLock { content in
            content.isFinished = content.messages.isEmpty
            return content.isFinished
        }
    }
}
