// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxDelivery
import WaxHTTP
import WaxProviders
import WaxSystem

/// Lanes over real connections, to servers that stand for the providers.
@Suite(.timeLimit(.minutes(1))) struct HTTP2LaneTests {
    /// A server that answers its name, or nothing while it is held.
    private final class FakeProvider: Sendable {
        private struct State {
            var connections: [HTTP2ConnectionID] = []
            var held: [HTTP2ServerRequest] = []
            var isHeld = false
        }

        let name: String
        private let state: Locked<State>
        let server: HTTP2Server

        init(_ name: String, _ authority: CertificateAuthority) throws {
            let state = Locked(State())
            (self.name, self.state) = (name, state)
            server = try HTTP2Server(tls: TLSContext(server: authority.issue(for: ["127.0.0.1"]))) {
                requests, control in
                let answered = state.withLock { state -> [HTTP2ServerRequest] in
                    state.connections += requests.map(\.key.connection)
                    guard state.isHeld else { return requests }
                    state.held += requests
                    return []
                }
                state.notify()
                control.respond(answered.map { HTTP2ServerResponse(to: $0.key, status: 200, body: Array(name.utf8)) })
            }
        }

        var address: String { "https://127.0.0.1:\(server.port)" }

        /// The connection of each request so far.
        var connections: [HTTP2ConnectionID] { state.withLock { $0.connections } }

        func hold() { state.withLock { $0.isHeld = true } }

        func waitForHeld() { state.wait { $0.held.isEmpty ? nil : () } }

        func release() {
            let held = state.withLock { state in
                state.isHeld = false
                defer { state.held = [] }
                return state.held
            }
            server.control.respond(
                held.map { HTTP2ServerResponse(to: $0.key, status: 200, body: Array(name.utf8)) })
        }

        func close() {
            server.close()
            server.waitUntilClosed()
        }
    }

    /// How requests ended, by their number.
    private final class Outcomes: Sendable {
        private let outcomes = Locked<[UInt64: HTTP2Outcome]>([:])

        func add(_ answers: [HTTP2Answer]) {
            outcomes.withLock { for answer in answers { $0[answer.id] = answer.outcome } }
            outcomes.notify()
        }

        func text(_ id: UInt64) -> String {
            switch outcomes.wait(for: { $0[id] }) {
            case .response(let response): String(decoding: response.body, as: UTF8.self)
            case .notProcessed(let failure): "not processed: \(failure)"
            case .unknown(let failure): "unknown: \(failure)"
            }
        }
    }

    private let providers: [FakeProvider]
    private let opener: ProviderLaneOpener
    private let outcomes = Outcomes()
    private let lines = LogLines()

    init() throws {
        let authority = try CertificateAuthority(name: "Test root")
        providers = try ["apple", "sandbox", "google"].map { try FakeProvider($0, authority) }
        opener = try ProviderLaneOpener(
            endpoints: ProviderEndpoints(settings: [
                "WAXWING_APNS_URL": providers[0].address, "WAXWING_APNS_SANDBOX_URL": providers[1].address,
                "WAXWING_FCM_URL": providers[2].address,
            ]), tls: TLSContext(clientTrusting: .pem(authority.certificatePEM)), webTargets: .any,
            connections: 2, queueTimeout: .seconds(10), time: SystemTime(), log: lines.log(SystemTime()))
    }

    private func apns(_ environment: APNsEnvironment) -> LaneKey {
        .apns(account: 1, environment: environment, teamID: "T", keyID: "K", publicKey: [], topic: "t")
    }

    private func open(_ key: LaneKey) throws -> any ProviderLane {
        let outcomes = outcomes
        return try opener.open(key) { outcomes.add($0) }
    }

    @Test func eachKeyLeadsToItsProvider() throws {
        let fcm = LaneKey.fcm(account: 1, projectID: "p", credential: try TestKeys.fcm().identity)
        let lanes = try [apns(.production), apns(.sandbox), fcm].map { try open($0) }
        for (index, lane) in lanes.enumerated() { lane.submit([HTTP2Request(id: UInt64(index), path: "/")]) }
        #expect(lanes.indices.map { outcomes.text(UInt64($0)) } == ["apple", "sandbox", "google"])
        for lane in lanes { lane.close(drain: .zero) }
        for provider in providers { provider.close() }
    }

    @Test func whatIsUnderWayEndsOnTheOldConnection() throws {
        let lane = try open(apns(.production))
        lane.submit([HTTP2Request(id: 1, path: "/")])
        #expect(outcomes.text(1) == "apple")
        providers[0].hold()
        lane.submit([HTTP2Request(id: 2, path: "/")])
        providers[0].waitForHeld()
        lane.reconnect()
        lane.submit([HTTP2Request(id: 3, path: "/")])
        providers[0].release()
        #expect(outcomes.text(2) == "apple" && outcomes.text(3) == "apple")
        let connections = providers[0].connections
        #expect(connections.count == 3 && connections[0] == connections[1] && connections[2] != connections[1])
        lane.close(drain: .zero)
        for provider in providers { provider.close() }
    }

    @Test func theReasonOfAGoAwayIsLoggedAndNothingElseOfIt() async throws {
        let lane = try open(apns(.production))
        lane.submit([HTTP2Request(id: 1, path: "/")])
        #expect(outcomes.text(1) == "apple")
        let debugData = #"{"reason":"Shut\u001b[2Jdown","other":"kept out"}"#
        providers[0].server.control.performOnAll(
            .goAway(lastStreamID: nil, code: 0, debugData: Array(debugData.utf8)))
        try await lines.wait(for: "127.0.0.1: connection going away, error 0, reason Shut?[2Jdown\n", count: 1)
        // Without a reason the line ends earlier. The lane goes on over a new connection.
        lane.submit([HTTP2Request(id: 2, path: "/")])
        #expect(outcomes.text(2) == "apple")
        providers[0].server.control.performOnAll(
            .goAway(lastStreamID: nil, code: 11, debugData: Array("kept out".utf8)))
        try await lines.wait(for: "127.0.0.1: connection going away, error 11\n", count: 1)
        #expect(lines.count("kept out") == 0)
        lane.close(drain: .zero)
        for provider in providers { provider.close() }
    }

    @Test func aLaneThatIsClosedGivesBackAndLetsEnd() throws {
        let lane = try open(apns(.production))
        providers[0].hold()
        // Until Apple has answered once, one request goes out at a time.
        lane.submit([HTTP2Request(id: 1, path: "/"), HTTP2Request(id: 2, path: "/")])
        providers[0].waitForHeld()
        lane.close(drain: .seconds(30))
        #expect(outcomes.text(2) == "not processed: client closed")
        providers[0].release()
        #expect(outcomes.text(1) == "apple")
        lane.submit([HTTP2Request(id: 3, path: "/")])
        #expect(outcomes.text(3) == "not processed: client closed")
        for provider in providers { provider.close() }
    }
}
