// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Glibc

/// The signals that ask a program to stop: SIGTERM and SIGINT, which end it no longer by themselves.
package final class TerminationSignals: @unchecked Sendable {
    // Sendable: nobody touches the sources after init; they only have to live.
    private let sources: [any DispatchSourceSignal]
    private let stream: AsyncStream<Void>

    package init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        self.stream = stream
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// Waits for the first of them, or for the end of the task.
    package func first() async {
        for await _ in stream { break }
    }
}
