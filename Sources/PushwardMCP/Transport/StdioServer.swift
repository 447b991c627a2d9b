// SPDX-License-Identifier: Apache-2.0
import Glibc
package import WaxCommands
import WaxJSON
import WaxSystem

/// Serves one client that started this process: a message a line on standard input, a message a line on standard output.
package struct StdioServer: Sendable {
    /// The longest message in bytes.
    static let maximumLineBytes = 1 << 20
    private static let chunkBytes = 64 * 1024

    private let session: MCPSession
    private let run: MCPConnection.Runner
    private let input: StandardInput
    private let output: StandardStream

    /// - Parameters:
    ///   - input: gives the messages.
    ///   - output: takes nothing but messages.
    package init(
        _ session: MCPSession, input: StandardInput, output: StandardStream, run: @escaping MCPConnection.Runner
    ) {
        self.session = session
        self.run = run
        self.input = input
        self.output = output
    }

    /// Serves until the input ends or the output cannot be written; then what still waits is cancelled.
    package func serve() async {
        // A client that left is an error of the write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let (isServing, end) = AsyncStream.makeStream(of: Void.self)
        let output = output
        let connection = MCPConnection(session, run: run) { message in
            guard let value = message.value else { return }
            do {
                try output.write(value.compact + [UInt8(ascii: "\n")])
            } catch {
                end.finish()
            }
        }
        // Reading blocks, so it has a thread of its own; where the output blocks too, it waits with it.
        BackgroundThread.start { [input] in
            Self.read(from: input, into: connection)
            end.finish()
        }
        for await _ in isServing {}
        await connection.end()
    }

    private static func read(from input: StandardInput, into connection: MCPConnection) {
        var splitter = LineSplitter(limit: maximumLineBytes)
        var exchange = 0
        func take(_ line: LineSplitter.Line) {
            exchange += 1
            switch line {
            case .bytes(let bytes): connection.receive(bytes, exchange: exchange)
            case .tooLong: connection.receiveTooLong(limit: maximumLineBytes, exchange: exchange)
            }
        }
        // What cannot be read has ended.
        while let bytes = try? input.readSome(chunkBytes), !bytes.isEmpty {
            for line in splitter.take(bytes) { take(line) }
        }
        if let line = splitter.end() { take(line) }
    }
}
