// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxHTTP
import WaxProviders
import WaxSystem

/// Sends wakes to Apple, Google and browsers' push services.
final class ProviderSender: WakeSending {
    private struct Flight {
        let push: WakePush
        let sentAt: Timestamp
        let authorization: String
        let done: @Sendable (WakeOutcome) -> Void
    }

    private struct State {
        var clients: [ProviderLane: HTTP2Client] = [:]
        var flights: [UInt64: Flight] = [:]
        var lastID: UInt64 = 0
        /// Requests to browsers' push services that are under way.
        var browsers: BrowserFlights
        /// Provider tokens that were not taken, by app and provider.
        var rejected: [ProviderLane: String] = [:]
        var isStopped = false

        init(services: PushServices) {
            browsers = BrowserFlights(limit: ProviderSender.browserLimit, services: services)
        }
    }

    /// Requests to browsers' push services at a time.
    private static let browserLimit = 256

    private let apps: [String: RelayApp]
    private let endpoints: ProviderEndpoints
    private let tls: TLSContext
    private let browserClient: HTTPClient
    private let apns: APNsTokenCache
    private let fcm: FCMTokenSource
    private let vapid: VAPIDTokenCache
    private let time: any TimeSource
    private let log: Log
    private let state: Locked<State>

    init(
        apps: [String: RelayApp], endpoints: ProviderEndpoints, targets: TargetPolicy,
        services: PushServices = .wellKnown, time: any TimeSource, log: Log
    ) throws {
        state = Locked(State(services: services))
        self.apps = apps
        self.endpoints = endpoints
        self.time = time
        self.log = log
        do {
            tls = try TLSContext(clientTrusting: endpoints.certificateFile.map { .file($0) } ?? .system)
        } catch {
            throw RelayError("WAXWING_PROVIDER_CA names no file of PEM certificates that can be read")
        }
        var configuration = HTTPClient.Configuration()
        configuration.policy = targets
        configuration.certificateAuthorityFile = endpoints.certificateFile
        configuration.connectionLimit = Self.browserLimit
        configuration.hostConnectionLimit = BrowserFlights.highestHostLimit(of: Self.browserLimit)
        configuration.sharesConnections = true
        browserClient = HTTPClient(configuration: configuration)
        apns = APNsTokenCache(time: time)
        fcm = FCMTokenSource(
            transport: CurlTokenTransport(certificateFile: endpoints.certificateFile), time: time)
        vapid = VAPIDTokenCache(time: time)
    }

    func canSend(_ lane: ProviderLane) -> Bool {
        guard let app = apps[lane.app] else { return false }
        return switch lane.kind {
        case .decoy: false
        case .apns: app.apns != nil
        case .fcm: app.fcm != nil
        case .webPush: app.webPush != nil
        }
    }

    func send(_ push: WakePush, _ done: @escaping @Sendable (WakeOutcome) -> Void) {
        guard let app = apps[push.lane.app] else { return done(.misconfigured(reason: "no such app")) }
        switch push.lane.kind {
        case .decoy: done(.delivered)
        case .apns: sendToApple(push, app, done)
        case .fcm: sendToGoogle(push, app, done)
        case .webPush: sendToBrowser(push, app, done)
        }
    }

    func stop() {
        let clients = state.withLock { state in
            state.isStopped = true
            return Array(state.clients.values)
        }
        for client in clients { client.close(drain: .seconds(2)) }
    }

    private func sendToApple(_ push: WakePush, _ app: RelayApp, _ done: @escaping @Sendable (WakeOutcome) -> Void) {
        guard let credential = app.apns else { return done(.misconfigured(reason: "no credential")) }
        let environment: APNsEnvironment = push.lane.isSandbox ? .sandbox : .production
        let rejected = state.withLock { $0.rejected[push.lane] }
        do throws(ProviderError) {
            let authorization = try apns.authorization(for: credential, in: environment, replacing: rejected)
            fly(push, authorization, done) { id in
                WakeRequestBuilder.apns(
                    push, id: id, topic: credential.bundleID, alertText: app.alertText, authorization: authorization,
                    now: time.now())
            }
        } catch {
            done(WakeOutcome(error.verdict))
        }
    }

    private func sendToGoogle(_ push: WakePush, _ app: RelayApp, _ done: @escaping @Sendable (WakeOutcome) -> Void) {
        guard let credential = app.fcm else { return done(.misconfigured(reason: "no credential")) }
        let rejected = state.withLock { $0.rejected[push.lane] }
        @Sendable func fly(_ authorization: String) {
            self.fly(push, authorization, done) { id in
                WakeRequestBuilder.fcm(push, id: id, projectID: credential.projectID, authorization: authorization)
            }
        }
        if let held = fcm.held(for: credential), held != rejected { return fly(held) }
        Task {
            do throws(ProviderError) {
                fly(try await fcm.authorization(for: credential, replacing: rejected))
            } catch {
                done(WakeOutcome(error.verdict))
            }
        }
    }

    private func sendToBrowser(_ push: WakePush, _ app: RelayApp, _ done: @escaping @Sendable (WakeOutcome) -> Void) {
        guard let credential = app.webPush else { return done(.misconfigured(reason: "no credential")) }
        guard let subscription = WebPushTarget.subscription(of: push.opened) else { return done(.dead) }
        let host = WebPushTarget.host(ofOrigin: subscription.endpoint.origin)
        let place = state.withLock { state in
            state.isStopped
                ? nil : state.browsers.take(host, isEnrolment: push.isEnrolment, now: time.uptime().microseconds)
        }
        guard let place else { return done(.again(after: nil)) }
        let sentAt = time.now()
        Task {
            var landing = BrowserFlights.Landing.failed
            let outcome: WakeOutcome
            do {
                let authorization = try vapid.authorization(for: credential, origin: subscription.endpoint.origin)
                let request = try WakeRequestBuilder.webPush(push, subscription, authorization: authorization)
                let response = try await browserClient.send(request)
                landing = .answered
                let answer = ProviderAnswer(
                    status: response.status, retryAfter: response.headers["retry-after"], body: response.body)
                outcome = WakeOutcome(WebPushAnswer.verdict(of: answer, sentAt: sentAt, now: time.now()))
            } catch let error as HTTPClientError where error.reason == .forbiddenAddress {
                // Whoever sealed it chose the address, and no other will come.
                outcome = .dead
            } catch {
                if (error as? HTTPClientError)?.reason == .timedOut { landing = .timedOut }
                outcome = .again(after: nil)
            }
            state.withLock { $0.browsers.land(place, landing, now: time.uptime().microseconds) }
            done(outcome)
        }
    }

    /// Puts a request on the connection of its lane, which is made when there is none.
    private func fly(
        _ push: WakePush, _ authorization: String, _ done: @escaping @Sendable (WakeOutcome) -> Void,
        _ request: (UInt64) -> HTTP2Request
    ) {
        let flight = Flight(push: push, sentAt: time.now(), authorization: authorization, done: done)
        do {
            let (id, client) = try state.withLock { state in
                guard !state.isStopped else { throw HTTP2Failure.closed }
                let client = try state.clients[push.lane] ?? connect(push.lane)
                state.clients[push.lane] = client
                state.lastID += 1
                state.flights[state.lastID] = flight
                return (state.lastID, client)
            }
            client.submit([request(id)])
        } catch {
            done(.again(after: nil))
        }
    }

    private func connect(_ lane: ProviderLane) throws -> HTTP2Client {
        let provider = Self.provider(of: lane)
        let address = provider == .fcm ? endpoints.fcm : endpoints.apns(lane.isSandbox ? .sandbox : .production)
        return try HTTP2Client(
            endpoint: address.endpoint, tls: tls, configuration: .connection(to: provider), time: time,
            onEvent: { [log] event in
                if case .connectFailed(let failure) = event { log(.warning, "\(address.host): \(failure)") }
            },
            onOutcomes: { [weak self] answers in self?.land(answers, lane) })
    }

    private func land(_ answers: [HTTP2Answer], _ lane: ProviderLane) {
        for answer in answers {
            guard let flight = state.withLock({ $0.flights.removeValue(forKey: answer.id) }) else { continue }
            let verdict = ProviderVerdict(
                of: answer.outcome, from: Self.provider(of: lane), sentAt: flight.sentAt, now: time.now())
            if case .retry(let rule) = verdict.outcome { follow(rule.remedy, lane, flight.authorization) }
            flight.done(WakeOutcome(verdict))
        }
    }

    /// Does what a provider's answer asks for beside another attempt.
    private func follow(_ remedy: RetryRule.Remedy, _ lane: ProviderLane, _ authorization: String) {
        switch remedy {
        case .nothing: break
        case .newToken: state.withLock { $0.rejected[lane] = authorization }
        // Without a thread for another connection, this one stays.
        case .newConnection: try? state.withLock({ $0.clients[lane] })?.renew()
        }
    }

    /// The provider of a lane that has connections.
    private static func provider(of lane: ProviderLane) -> Provider { lane.kind == .apns ? .apns : .fcm }
}
