// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxSystem

/// One HTTP/2 connection to a provider, replaced when the provider wants a new one.
final class HTTP2Lane: ProviderLane {
    private let endpoint: HTTP2Endpoint
    private let tls: TLSContext
    private let configuration: HTTP2ClientConfiguration
    private let log: Log
    private let onOutcomes: @Sendable ([HTTP2Answer]) -> Void
    private let client: Locked<HTTP2Client>

    init(
        endpoint: HTTP2Endpoint, tls: TLSContext, configuration: HTTP2ClientConfiguration, log: Log,
        onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void
    ) throws {
        self.endpoint = endpoint
        self.tls = tls
        self.configuration = configuration
        self.log = log
        self.onOutcomes = onOutcomes
        client = Locked(try Self.connect(endpoint, tls, configuration, log, onOutcomes))
    }

    func submit(_ requests: [HTTP2Request]) {
        client.withLock { $0 }.submit(requests)
    }

    func reconnect() {
        do {
            let fresh = try Self.connect(endpoint, tls, configuration, log, onOutcomes)
            let old = client.withLock { client in
                defer { client = fresh }
                return client
            }
            old.close(drain: configuration.drainTimeout)
        } catch {
            log(.error, "no new connection to \(endpoint.host): \(error)")
        }
    }

    func close(drain: Duration) {
        client.withLock { $0 }.close(drain: drain)
    }

    private static func connect(
        _ endpoint: HTTP2Endpoint, _ tls: TLSContext, _ configuration: HTTP2ClientConfiguration, _ log: Log,
        _ onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void
    ) throws -> HTTP2Client {
        try HTTP2Client(
            endpoint: endpoint, tls: tls, configuration: configuration,
            onEvent: { event in
                switch event {
                case .connectFailed(let failure): log(.warning, "\(endpoint.host): \(failure)")
                case .disconnected(let failure): log(.debug, "\(endpoint.host): \(failure)")
                case .goAway(_, let code, let debugData):
                    let reason = GoAwayReason.text(debugData).map { ", reason \($0)" } ?? ""
                    log(.info, "\(endpoint.host): connection going away, error \(code)\(reason)")
                case .connected, .streamLimit: break
                }
            },
            onOutcomes: onOutcomes)
    }
}
