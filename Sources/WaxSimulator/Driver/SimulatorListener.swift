// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxSystem

/// One service at its address.
struct SimulatorListener: Sendable {
    let server: HTTP2Server
    private let identities: SimulatorIdentities

    init(
        _ service: SimulatedService, identities: SimulatorIdentities, configuration: SimulatorConfiguration,
        core: SimulatorCore
    ) throws(TransportError) {
        var server = HTTP2ServerConfiguration()
        server.port = configuration.ports[service] ?? 0
        server.threads = configuration.threads
        switch service {
        case .apns where !configuration.isSink, .apnsSandbox where !configuration.isSink:
            server.maximumStreams = configuration.apnsInitialStreams
        default: server.maximumStreams = configuration.maximumStreams
        }
        self.identities = identities
        if configuration.isSink {
            let sink = PushSink(service: service)
            self.server = try HTTP2Server(
                tls: identities.own, configuration: server, onRequests: { sink.answer($0, $1) })
            return
        }
        self.server = try HTTP2Server(
            tls: identities.own, configuration: server, onEvent: { core.handle($0, of: service) },
            onRequests: { requests, control in core.handle(requests, to: service, control) })
    }

    /// The address, `https://127.0.0.1:PORT`.
    var url: String { "https://127.0.0.1:\(server.port)" }

    func setHandshakeFault(_ fault: HandshakeFault?) {
        server.control.greet(with: identities.context(of: fault))
    }

    func close() {
        server.close()
        server.waitUntilClosed()
    }
}
