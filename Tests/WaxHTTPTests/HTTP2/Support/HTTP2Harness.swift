// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxSystem

/// A server and what a client needs to trust it.
struct HTTP2Harness {
    let authority: CertificateAuthority
    var server: HTTP2Server
    let trust: TLSContext

    /// - Parameter handler: Answers requests; the default answers 200 with the request's body.
    init(
        names: [String] = ["127.0.0.1", "localhost"], configuration: HTTP2ServerConfiguration = .patient,
        handler: @escaping @Sendable ([HTTP2ServerRequest], HTTP2ServerControl) -> Void = HTTP2Harness.echo,
        onEvent: @escaping @Sendable (HTTP2ServerEvent) -> Void = { _ in }
    ) throws {
        authority = try CertificateAuthority(name: "Test root")
        trust = try TLSContext(clientTrusting: .pem(authority.certificatePEM))
        server = try HTTP2Server(
            tls: TLSContext(server: authority.issue(for: names)), configuration: configuration, onEvent: onEvent,
            onRequests: handler)
    }

    var endpoint: HTTP2Endpoint { HTTP2Endpoint(host: "127.0.0.1", port: server.port) }

    /// A client of this server whose outcomes go into `collector`.
    func client(
        _ collector: OutcomeCollector, configuration: HTTP2ClientConfiguration = .patient,
        time: any TimeSource = SystemTime()
    ) throws -> HTTP2Client {
        try HTTP2Client(
            endpoint: endpoint, tls: trust, configuration: configuration, time: time,
            onEvent: { collector.add($0) }, onOutcomes: { collector.add($0) })
    }

    /// Ends clients and the server, once the test has no more use for them.
    func stop(_ clients: HTTP2Client...) {
        for client in clients {
            client.close()
            client.waitUntilClosed()
        }
        server.close()
        server.waitUntilClosed()
    }

    static let echo: @Sendable ([HTTP2ServerRequest], HTTP2ServerControl) -> Void = { requests, control in
        control.respond(requests.map { HTTP2ServerResponse(to: $0.key, status: 200, body: $0.body) })
    }
}
