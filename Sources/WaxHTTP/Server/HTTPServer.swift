// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// An HTTP/1.1 server over libmicrohttpd, with or without TLS.
///
/// Handlers start on its pool's threads and are left there only where they wait: the connection is then held, and costs
/// no thread until the answer is ready.
package final class HTTPServer: Sendable {
    /// The port it listens at.
    package let boundPort: UInt16

    private let inspector: ServerInspector

    /// Listens from now on; throws when the address, the certificate or the connection limit cannot be had.
    package init(
        configuration: Configuration, handler: any HTTPHandler, time: any TimeSource = SystemTime()
    ) throws(HTTPServerError) {
        try FileLimit.raise(forConnections: configuration.connectionLimit)
        let socket = try ListeningSocket.open(address: configuration.address, port: configuration.port)
        let core = ServerCore(configuration: configuration, handler: handler, time: time)
        boundPort = socket.port
        inspector = ServerInspector(core: core, daemon: try Daemon(core: core, listeningAt: socket.descriptor))
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
