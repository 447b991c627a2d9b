// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxRecords
package import WaxStore
package import WaxSystem

/// Tells webhooks what they are to be told. One thread of its own decides and writes; requests wait on no thread.
///
/// At least once: an event that was under way when its sender stopped is sent again, under the same identifier.
package final class WebhookDispatcher: Sendable {
    /// All that a dispatcher works with.
    package struct Parts: Sendable {
        package let database: Database
        package let vault: Vault
        /// Its policy decides where requests may go.
        package let client: HTTPClient
        package let time: any TimeSource
        package let random: any RandomSource
        package let log: Log

        package init(
            database: Database, vault: Vault, client: HTTPClient, time: any TimeSource = SystemTime(),
            random: any RandomSource = SystemRandom(), log: Log = Log()
        ) {
            self.database = database
            self.vault = vault
            self.client = client
            self.time = time
            self.random = random
            self.log = log
        }
    }

    private let inbox = Inbox<DispatcherEvent>()
    private let finished = Locked(false)

    /// Starts the dispatcher's thread.
    package init(_ parts: Parts, configuration: DispatcherConfiguration = DispatcherConfiguration()) {
        let (inbox, finished) = (inbox, finished)
        // The thread is the only one that has the loop.
        nonisolated(unsafe) let loop = DispatcherLoop(parts, inbox: inbox, configuration: configuration)
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

    /// Begins no more requests, gives those under way a moment to end, and hands back what it holds.
    package func stop() {
        inbox.put(.stop)
        _ = finished.wait { $0 ? true : nil }
    }
}
