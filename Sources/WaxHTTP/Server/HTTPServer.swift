// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// An HTTP/1.1 server over libmicrohttpd, with or without TLS.
///
/// A handler runs on the thread that read its request and leaves it where it waits: the connection is then held, and
/// costs no thread until the handler can go on.
package final class HTTPServer: Sendable {
    /// The port it listens at.
    package let boundPort: UInt16

    private let inspector: ServerInspector

    /// Listens from now on; throws when the address, the certificate or the connection limit cannot be had.
    package init(
        configuration: Configuration, handler: any HTTPHandler, time: any TimeSource = SystemTime()
    ) throws(HTTPServerError) {
        try FileLimit.raise(forConnections: configuration.connectionLimit)
        let listening = try ListeningSocket(address: configuration.address, port: configuration.port)
        let core = ServerCore(configuration: configuration, handler: handler, time: time)
        var workers: [ServerWorker] = []
        for _ in 0..<configuration.threads {
            workers.append(try ServerWorker(core: core, listening: listening))
        }
        boundPort = listening.port
        inspector = ServerInspector(core: core, listening: listening, workers: workers)
        for worker in workers { worker.start() }
        inspector.start()
    }

    deinit {
        inspector.stop(within: .zero)
    }

    /// Takes no more connections, lets what runs finish within `deadline`, cancels the rest and closes everything.
    package func stop(deadline: Duration = .seconds(10)) async {
        await withCheckedContinuation { inspector.stop(within: deadline, $0) }
    }
}
