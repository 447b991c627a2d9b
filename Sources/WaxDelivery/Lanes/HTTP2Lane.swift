// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxSystem

/// HTTP/2 connections to a provider: one, or a few while it allows few streams on each.
final class HTTP2Lane: ProviderLane {
    private let client: HTTP2Client
    private let host: String
    private let log: Log

    init(
        endpoint: HTTP2Endpoint, tls: TLSContext, configuration: HTTP2ClientConfiguration,
        time: any TimeSource, log: Log,
        onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void
    ) throws {
        let host = endpoint.host
        self.host = host
        self.log = log
        client = try HTTP2Client(
            endpoint: endpoint, tls: tls, configuration: configuration, time: time,
            onEvent: { event in
                switch event {
                case .connectFailed(let failure): log(.warning, "\(host): \(failure)")
                case .disconnected(let failure): log(.debug, "\(host): \(failure)")
                case .goAway(_, let code, let debugData):
                    let reason = GoAwayReason.text(debugData).map { ", reason \($0)" } ?? ""
                    log(.info, "\(host): connection going away, error \(code)\(reason)")
                case .connected, .streamLimit: break
                }
            },
            onOutcomes: onOutcomes)
    }

    func submit(_ requests: [HTTP2Request], before deadline: Duration) { client.submit(requests, before: deadline) }

    func reconnect() {
        do {
            try client.renew()
        } catch {
            log(.error, "no new connection to \(host): \(error)")
        }
    }

    func close(drain: Duration) { client.close(drain: drain) }
}
