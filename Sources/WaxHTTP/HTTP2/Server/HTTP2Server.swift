// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// An HTTP/2 server over TLS whose every fault can be ordered: what a simulator of a provider is built on.
package final class HTTP2Server: Sendable {
    /// The port at which it listens.
    package let port: UInt16
    /// Answers requests and steers connections.
    package let control: HTTP2ServerControl
    private let mailboxes: [Mailbox<HTTP2ServerMessage>]
    private let threads: [BackgroundThread]

    /// Listens from the moment it is made.
    ///
    /// - Parameters:
    ///   - onEvent: Called by the connection's thread.
    ///   - onRequests: Called by a connection's thread once for each turn of its loop that has complete requests of
    ///     one connection. It answers through the control, at once or later, or never.
    package init(
        tls: TLSContext, configuration: HTTP2ServerConfiguration = HTTP2ServerConfiguration(),
        time: any TimeSource = SystemTime(), onEvent: @escaping @Sendable (HTTP2ServerEvent) -> Void = { _ in },
        onRequests: @escaping @Sendable ([HTTP2ServerRequest], HTTP2ServerControl) -> Void
    ) throws(TransportError) {
        guard let address = try SocketAddress.resolve(host: configuration.host, port: configuration.port).first else {
            throw .resolution("\(configuration.host) has no address")
        }
        let listener = try address.listen()
        port = try SocketAddress.localPort(of: listener)
        var mailboxes: [Mailbox<HTTP2ServerMessage>] = []
        for _ in 0..<max(1, configuration.threads) { mailboxes.append(try Mailbox()) }
        self.mailboxes = mailboxes
        let greeting = Locked<TLSContext?>(tls)
        control = HTTP2ServerControl(mailboxes: mailboxes, greeting: greeting)
        let owner = HTTP2ServerLoop.Owner(
            greeting: greeting, configuration: configuration, time: time, control: control, onEvent: onEvent,
            onRequests: onRequests)
        var threads: [BackgroundThread] = []
        do throws(TransportError) {
            let first = try HTTP2ServerLoop(owner: owner, index: 0, mailboxes: mailboxes, poller: Poller())
            try first.accept(from: listener)
            threads.append(try BackgroundThread.run("http2-server-0", first) { $0.run() })
            for index in mailboxes.indices.dropFirst() {
                let loop = try HTTP2ServerLoop(owner: owner, index: index, mailboxes: mailboxes, poller: Poller())
                threads.append(try BackgroundThread.run("http2-server-\(index)", loop) { $0.run() })
            }
        } catch {
            for mailbox in mailboxes { mailbox.put(.close) }
            throw error
        }
        self.threads = threads
    }

    deinit { close() }

    /// Stops listening and ends all connections in order. Does not block.
    package func close() {
        for mailbox in mailboxes { mailbox.put(.close) }
    }

    /// Blocks until the server that was closed has given up its port; not to be called by its own threads.
    package func waitUntilClosed() {
        for thread in threads { thread.join() }
    }
}
