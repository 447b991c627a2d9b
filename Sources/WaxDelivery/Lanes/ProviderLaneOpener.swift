// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxProviders
package import WaxSystem

/// Opens lanes to the providers themselves: HTTP/2 connections of their own to Apple and Google, and to browsers' push
/// services one HTTP client for all.
package struct ProviderLaneOpener: LaneOpener {
    private let endpoints: ProviderEndpoints
    private let tls: TLSContext
    private let webClient: HTTPClient
    private let connections: Int
    private let queueTimeout: Duration
    private let time: any TimeSource
    private let log: Log

    /// `webTargets` says where the endpoints of browsers' subscriptions may lead, `connections` how many of them a lane to
    /// Apple or Google has at most. `queueTimeout` bounds how long a request may wait for a stream, so that none is
    /// written under an old lease; `time` is the clock of the deadlines that come with requests.
    package init(
        endpoints: ProviderEndpoints, tls: TLSContext, webTargets: TargetPolicy, connections: Int,
        queueTimeout: Duration, time: any TimeSource, log: Log
    ) {
        self.endpoints = endpoints
        self.tls = tls
        webClient = HTTPClient(
            configuration: .webPush(targets: webTargets, certificateFile: endpoints.certificateFile))
        self.connections = connections
        self.queueTimeout = queueTimeout
        self.time = time
        self.log = log
    }

    package func open(
        _ key: LaneKey, onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void
    ) throws -> any ProviderLane {
        let address: HTTPSAddress
        switch key {
        case .apns(_, let environment, _, _, _, _):
            address = endpoints.apns(environment)
        case .fcm, .test: address = endpoints.fcm
        case .web(_, let origin, _, _):
            return WebPushLane(
                origin: origin, client: webClient, queueTimeout: queueTimeout, time: time, onOutcomes: onOutcomes)
        }
        var configuration = HTTP2ClientConfiguration.connection(to: key.provider)
        configuration.maximumConnections = connections
        configuration.queueTimeout = queueTimeout
        return try HTTP2Lane(
            endpoint: address.endpoint, tls: tls, configuration: configuration, time: time, log: log,
            onOutcomes: onOutcomes)
    }
}
