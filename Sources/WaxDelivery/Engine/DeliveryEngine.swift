// SPDX-License-Identifier: Apache-2.0
package import WaxRecords
package import WaxStore
package import WaxSystem

/// Sends what was accepted. One thread of its own decides and writes; provider connections have theirs.
package final class DeliveryEngine: Sendable {
    /// All that the engine works with.
    package struct Parts: Sendable {
        package let database: Database
        package let vault: Vault
        package let authorizer: Authorizer
        package let opener: any LaneOpener
        package let events: any EventSink
        /// Says, after a commit, that a fallback text is to be sent.
        package let onFallback: @Sendable () -> Void
        package let time: any TimeSource
        package let random: any RandomSource
        package let log: Log

        package init(
            database: Database, vault: Vault, authorizer: Authorizer, opener: any LaneOpener,
            events: any EventSink = NoEvents(), onFallback: @escaping @Sendable () -> Void = {},
            time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom(), log: Log = Log()
        ) {
            self.database = database
            self.vault = vault
            self.authorizer = authorizer
            self.opener = opener
            self.events = events
            self.onFallback = onFallback
            self.time = time
            self.random = random
            self.log = log
        }
    }

    private let inbox = Inbox()
    private let finished = Locked(false)
    /// Whether messages are sealed eight at a time.
    package let usesLanes: Bool

    /// Starts the engine's thread.
    package init(_ parts: Parts, configuration: EngineConfiguration = EngineConfiguration()) throws {
        let (inbox, finished) = (inbox, finished)
        // The thread is the only one that has the loop.
        nonisolated(unsafe) let loop = try EngineLoop(parts, inbox: inbox, configuration: configuration)
        usesLanes = loop.pages.usesLanes
        BackgroundThread.start {
            loop.run()
            finished.withLock { $0 = true }
            finished.notify()
        }
    }

    /// Says that there may be something to send, or that the clock was moved.
    package func wake() {
        inbox.put(.wake)
    }

    /// Stops: begins nothing more, and blocks until what is under way has ended and is written down, at most for `drain`.
    ///
    /// Pushes that are not finished are given back. What has no answer by then counts as unknown, and is taken up again
    /// by the next start.
    package func stop(drain: Duration = .seconds(5)) {
        inbox.put(.stop(drain: drain))
        _ = finished.wait { $0 ? true : nil }
    }
}
