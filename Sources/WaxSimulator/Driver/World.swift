// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxSystem

/// All that the simulated services know and remember: a value that a request changes and that says what comes of it.
struct World: Sendable {
    struct Connection: Sendable {
        var apns = APNsConnection()
        /// The highest stream whose request was served.
        var lastServed: Int32 = 0
        /// Once the connection goes away, the last stream that is served.
        var lastToServe = Int32.max
    }

    /// Each service counts its connections by itself.
    private struct ConnectionKey: Hashable {
        let service: SimulatedService
        let id: HTTP2ConnectionID
    }

    var registry = Registry()
    var faults = FaultTable()
    var log: PushLog
    /// By how much the simulator's clock differs from the real one.
    var clockOffset = Duration.zero
    private var connections: [ConnectionKey: Connection] = [:]
    /// All connections that the services ever had.
    private(set) var opened: [SimulatedService: Set<SimulatedConnection>] = [:]
    /// The address of the token endpoint, once it is known.
    var tokenURI = ""
    /// The origin of the browsers' push service, once it is known.
    var webPushOrigin = ""
    private let maximumStreams: UInt32
    private let mint: TokenMint

    init(configuration: SimulatorConfiguration, mint: TokenMint) {
        log = PushLog(limit: configuration.logLimit)
        maximumStreams = configuration.maximumStreams
        self.mint = mint
    }

    /// Takes down that a client has connected.
    mutating func add(_ connection: HTTP2ConnectionID, of service: SimulatedService) {
        opened[service, default: []].insert(SimulatedConnection(connection))
    }

    /// Forgets a connection that has ended.
    mutating func remove(_ connection: HTTP2ConnectionID, of service: SimulatedService) {
        connections[ConnectionKey(service: service, id: connection)] = nil
    }

    /// Serves a request, or lets it go wrong as it was ordered; nil for one that a GOAWAY has left unserved.
    mutating func handle(
        _ request: ProviderRequest, to service: SimulatedService, from key: HTTP2StreamKey, now: Timestamp
    ) -> Outcome? {
        let connectionKey = ConnectionKey(service: service, id: key.connection)
        var connection = connections[connectionKey] ?? Connection()
        defer { connections[connectionKey] = connection }
        guard key.streamID <= connection.lastToServe else { return nil }
        let fault = faults.next(
            service: service, token: Self.deviceToken(path: request.path, body: request.body, service))
        var outcome = Outcome()
        if fault?.isProcessed ?? true {
            outcome = serve(request, service, &connection, now)
            connection.lastServed = max(connection.lastServed, key.streamID)
        }
        outcome.fault = fault
        if let fault { apply(fault, to: &outcome, service, key.streamID, &connection) }
        return outcome
    }

    private mutating func serve(
        _ request: ProviderRequest, _ service: SimulatedService, _ connection: inout Connection, _ now: Timestamp
    ) -> Outcome {
        switch service {
        case .apns: serveAPNs(request, .production, &connection, now)
        case .apnsSandbox: serveAPNs(request, .sandbox, &connection, now)
        case .fcm: serveFCM(request, now)
        case .oauth: serveOAuth(request, now)
        case .webPush: serveWebPush(request, now)
        }
    }

    private mutating func serveAPNs(
        _ request: ProviderRequest, _ environment: SimulatedApp.Environment, _ connection: inout Connection,
        _ now: Timestamp
    ) -> Outcome {
        let headers = APNsHeaders(request.headers)
        var outcome = Outcome()
        do throws(APNsRules.Refusal) {
            let accepted = try APNsRules(environment: environment).judge(
                request, headers: headers, registry: &registry, connection: &connection.apns, now: now)
            let id = headers.messageID ?? mint.uuid()
            outcome.reply = .apnsAccepted(id: id, environment: environment, mint: mint)
            outcome.delivery = Outcome.Delivery(owner: accepted.device.owner, message: nil)
        } catch {
            let id = error.reason == .badMessageID ? nil : headers.messageID
            outcome.reply = .apnsRefused(
                reason: error.reason.rawValue, status: error.reason.status, id: id ?? mint.uuid(),
                diedAt: error.diedAt)
        }
        if connection.apns.takeMoreStreams() { outcome.commands.append(.setMaximumStreams(maximumStreams)) }
        return outcome
    }

    private func serveFCM(_ request: ProviderRequest, _ now: Timestamp) -> Outcome {
        do throws(FCMRefusal) {
            let accepted = try FCMRules.judge(request, registry: registry, now: now)
            let id = accepted.message.isDryRun ? "fake_message_id" : mint.messageName(at: now)
            let name = "projects/\(accepted.projectID)/messages/\(id)"
            var outcome = Outcome(reply: .google(["name": .string(name)], messageID: name))
            if !accepted.message.isDryRun {
                outcome.delivery = Outcome.Delivery(owner: accepted.device.owner, message: accepted.message)
            }
            return outcome
        } catch {
            return Outcome(reply: .google(error.body, status: error.status, reason: error.reason))
        }
    }

    private func serveWebPush(_ request: ProviderRequest, _ now: Timestamp) -> Outcome {
        do throws(WebPushReason) {
            let device = try WebPushRules(origin: webPushOrigin).judge(request, registry: registry, now: now)
            var outcome = Outcome(
                reply: .webPushAccepted(name: "\(webPushOrigin)/message/\(mint.base64URL(bytes: 16))"))
            outcome.delivery = Outcome.Delivery(owner: device.owner, message: nil)
            return outcome
        } catch {
            return Outcome(reply: .webPushRefused(error.rawValue, status: error.status))
        }
    }

    private mutating func serveOAuth(_ request: ProviderRequest, _ now: Timestamp) -> Outcome {
        do throws(OAuthRefusal) {
            let account = try OAuthRules(tokenURI: tokenURI).judge(request, registry: registry, now: now)
            let text = "ya29.c.\(mint.base64URL(bytes: 96))"
            let lifetime = 3599
            registry.add(
                Registry.AccessToken(projectID: account.projectID, expiresAt: now + .seconds(lifetime)), as: text,
                now: now)
            return Outcome(
                reply: .google([
                    "access_token": .string(text), "expires_in": .number(.init(lifetime)), "token_type": "Bearer",
                ]))
        } catch {
            return Outcome(reply: .oauthRefused(error.error, description: error.description))
        }
    }
}
