// SPDX-License-Identifier: Apache-2.0
import WaxCommands

/// Something that moves on a terminal while nothing else does.
struct Spinner: Sendable {
    private static let frames = ["|", "/", "-", "\\"]
    private static let pause = Duration.milliseconds(120)

    private let stream: StandardStream
    private let text: String

    init(_ text: String, on stream: StandardStream) {
        self.text = text
        self.stream = stream
    }

    /// Turns until its task is cancelled, and then leaves the line empty.
    func run() async {
        var turn = 0
        while !Task.isCancelled {
            try? stream.write("\r\(Self.frames[turn % Self.frames.count]) \(text)")
            turn += 1
            try? await Task.sleep(for: Self.pause)
        }
        try? stream.write("\r\u{1B}[K")
    }
}

extension Session {
    /// Does what takes a while, with something that moves where a person waits for it.
    func spinning<Result: Sendable, Failure: Error>(
        _ text: String, _ body: @Sendable () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        guard context.errorOutput.isTerminal else { return try await body() }
        let turning = Task { await Spinner(text, on: context.errorOutput).run() }
        do throws(Failure) {
            let result = try await body()
            turning.cancel()
            await turning.value
            return result
        } catch {
            turning.cancel()
            await turning.value
            throw error
        }
    }
}
