// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxRecords
import WaxSystem

/// Hands texts for people whom no device can reach to a gateway. One thread of its own decides and writes.
package final class FallbackSender: Sendable {
    private let inbox = Inbox<FallbackLoop.Event>()
    private let finished = Locked(false)

    /// Starts the sender's thread. Without a `gateway`, texts fail that were accepted while there was one.
    package init(_ parts: WebhookDispatcher.Parts, gateway: FallbackGateway?) {
        let (inbox, finished) = (inbox, finished)
        // The thread is the only one that has the loop.
        nonisolated(unsafe) let loop = FallbackLoop(parts, gateway: gateway, inbox: inbox)
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

    /// Stops, and leaves what is under way to the next start.
    package func stop() {
        inbox.put(.stop)
        _ = finished.wait { $0 ? true : nil }
    }
}
