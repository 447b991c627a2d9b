// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Glibc

/// The signals that ask a program to stop.
final class StopSignals: @unchecked Sendable {
    // Sendable: nobody touches the sources after init; they only have to live.
    private let sources: [any DispatchSourceSignal]
    private let stream: AsyncStream<Void>

    init() {
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

    /// Waits for the first of them, or for the end of the task.
    func first() async {
        for await _ in stream { break }
    }
}
