// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxSystem

/// Does what the notifications API promised for later: sends what was scheduled, repeats what nobody acknowledged, and
/// tells senders of the end of receipts. One thread of its own decides and writes; callbacks wait on no thread.
package final class PersonalRunner: Sendable {
    private let events: Inbox<RunnerEvent>
    private let thread: BackgroundThread

    /// Starts the runner's thread. The policy of `client` decides where callbacks may go.
    package init(_ service: PersonalService, client: HTTPClient, random: any RandomSource = SystemRandom()) {
        events = service.runnerEvents
        // The thread is the only one that has the loop.
        nonisolated(unsafe) let loop = RunnerLoop(service, client: client, random: random)
        thread = BackgroundThread.start { loop.run() }
    }

    /// Stops, and leaves what is under way to the next start.
    package func stop() {
        events.put(.stop)
        thread.join()
    }
}
