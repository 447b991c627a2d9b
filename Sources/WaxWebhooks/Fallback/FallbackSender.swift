// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxRecords
import WaxSystem

/// Hands texts for people whom no device can reach to a gateway. One thread of its own decides and writes.
package final class FallbackSender: Sendable {
    private let inbox = Inbox<FallbackLoop.Event>()
    private let finished = Locked(false)

    /// Starts the sender's thread. Without a `gateway`, texts fail that were accepted while there was one. Requests under
    /// way have `drain` to end when it stops.
    package init(_ parts: WebhookDispatcher.Parts, gateway: FallbackGateway?, drain: Duration = .seconds(2)) {
        let (inbox, finished) = (inbox, finished)
        // The thread is the only one that has the loop.
        nonisolated(unsafe) let loop = FallbackLoop(parts, gateway: gateway, inbox: inbox, drain: drain)
        BackgroundThread.start {
            loop.run()
            finished.withLock { $0 = true }
            finished.notify()
        }
    }

    /// Says that there may be something to send.
    package func wake() {
        inbox.put(.wake)
    }

    /// Begins no more requests, gives those under way a moment to end, and leaves the rest to the next start.
    package func stop() {
        inbox.put(.stop)
        _ = finished.wait { $0 ? true : nil }
    }
}
