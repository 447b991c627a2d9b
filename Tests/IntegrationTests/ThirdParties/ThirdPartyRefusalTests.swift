// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxPushAPI
import WaxServer
import WaxSystem

/// What becomes of a delivery that an HTTP/2 server of others refuses, on a clock that the test moves.
@Suite(
    .bounded, .timeLimit(.minutes(4)),
    .enabled(if: ProviderStandIn.python != nil, "WAXWING_PYTHON names no interpreter"))
struct ThirdPartyRefusalTests {
    /// What a token begins with, which is what the stand-in answers.
    private static let kinds = ["200", "400", "410", "429", "503"]

    @Test func eachRefusalHasItsOutcome() async throws {
        let directory = try TemporaryDirectory()
        let time = ManualTime()
        let standIn = try await ProviderStandIn.hypercorn(in: directory, requests: 1000)
        let settings = Dictionary(uniqueKeysWithValues: standIn.environment.map { ($0.name, $0.value) })
        let server = try Server(
            ServerSettings(
                dataDirectory: directory.file("data"), masterKey: .besideData, http: HTTPServer.Configuration.patient,
                endpoints: ProviderEndpoints(settings: settings), rateLimits: .unlimited),
            time: time, log: .silent)
        let key = try await WaxwingProcess.makeKey(mode: "live", data: directory.file("data"))
        let api = APIClient(url: "http://127.0.0.1:\(server.port)", key: key)
        let app = try await api.make("POST", "/v1/push/apps", standIn.app()).string("id")
        for kind in Self.kinds {
            for (platform, token) in [
                ("ios", kind + String(repeating: "0", count: 61)), ("android", "\(kind)-token"),
            ] {
                try await api.make(
                    "PUT", "/v1/push/devices",
                    [
                        "app_id": .string(app), "platform": .string(platform), "token": .string(token),
                        "user_id": .string(kind),
                    ])
            }
        }
        // A token that died is dead only if its device has not registered since.
        time.advance(by: .seconds(1))
        let push = try await api.send(["app_id": .string(app), "all_devices": true, "title": "To all"])

        let first = try await Self.deliveries(of: push, api) { $0.count { $0.attempts == 1 && $0.hasAnswer } == 10 }
        for platform in ["ios", "android"] {
            #expect(try first["200", platform].status == "sent" && first["200", platform].code == nil)
            #expect(try first["400", platform].status == "failed" && first["400", platform].code == "TOKEN_INVALID")
            #expect(
                try first["410", platform].status == "failed" && first["410", platform].code == "TOKEN_UNREGISTERED")
            #expect(try first["429", platform].status == "queued" && first["429", platform].providerStatus == 429)
            #expect(try first["503", platform].status == "queued" && first["503", platform].providerStatus == 503)
        }
        let isActive = try await api.list("/v1/push/devices").reduce(into: [:]) { active, device in
            active[device["user_id"]?.stringValue ?? "", default: []].append(device["active"] == true)
        }
        #expect(
            isActive == [
                "200": [true, true], "400": [false, false], "410": [false, false], "429": [true, true],
                "503": [true, true],
            ])

        // Who sent too fast waits at most a minute and a half; Google is asked again sooner, Apple after a quarter of an hour.
        time.advance(by: .seconds(91))
        server.wake()
        let second = try await Self.deliveries(of: push, api) { deliveries in
            deliveries.count { $0.attempts == 2 && $0.hasAnswer && $0.status != "sending" } == 3
        }
        for platform in ["ios", "android"] {
            #expect(try second["429", platform].status == "sent" && second["429", platform].code == nil)
        }
        #expect(try second["503", "ios"].attempts == 1 && second["503", "ios"].status == "queued")
        #expect(try second["503", "android"].status == "queued")

        // Beyond what either may be asked for.
        time.advance(by: .seconds(5401))
        server.wake()
        let finished = try await api.finished(push)
        #expect(finished["counts"] == ["queued": 0, "sent": 4, "failed": 6, "refused": 0])
        let last = try await Self.deliveries(of: push, api) { _ in true }
        for platform in ["ios", "android"] { #expect(try last["503", platform].code == "PROVIDER_UNAVAILABLE") }
        #expect(try last["503", "ios"].attempts == 2 && last["503", "android"].attempts == 3)
        let received = try await standIn.received()
        #expect(
            Dictionary(grouping: received, by: { String($0.key.prefix(3)) }).mapValues { $0.map(\.value).sorted() } == [
                "200": [1, 1], "400": [1, 1], "410": [1, 1], "429": [2, 2], "503": [2, 3],
            ])
        await server.stop()
    }

    /// A delivery as the API shows it.
    private struct Delivery {
        let user: String
        let platform: String
        let status: String
        let code: String?
        let attempts: Int64
        let providerStatus: Int64?

        var hasAnswer: Bool { providerStatus != nil }

        init(_ delivery: JSONValue) throws {
            user = try #require(delivery["user_id"]?.stringValue)
            platform = try #require(delivery["platform"]?.stringValue)
            status = try #require(delivery["status"]?.stringValue)
            code = delivery["error_code"]?.stringValue
            attempts = try #require(delivery["attempts"]?.int64Value)
            providerStatus = delivery["provider_status"]?.int64Value
        }
    }

    /// The deliveries by user and platform.
    private struct Deliveries {
        let all: [Delivery]

        subscript(user: String, platform: String) -> Delivery {
            get throws { try #require(all.first { $0.user == user && $0.platform == platform }) }
        }
    }

    /// Asks for the deliveries of a push until they are so, at most for a minute.
    private static func deliveries(
        of push: String, _ api: APIClient, until isSo: ([Delivery]) -> Bool
    ) async throws -> Deliveries {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let all = try await api.deliveries(push).map(Delivery.init)
            if isSo(all) { return Deliveries(all: all) }
            guard ContinuousClock.now < deadline else { throw TestFailure("it does not come to that: \(all)") }
        }
    }
}
