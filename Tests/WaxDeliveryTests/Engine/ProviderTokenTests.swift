// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@testable import WaxDelivery

/// Deliveries that wait for a provider's token, and credentials that a provider refuses.
@Suite struct ProviderTokenTests {
    private let rig: EngineRig
    private let app: PushApp

    init() throws {
        rig = try EngineRig()
        app = try rig.app()
    }

    @Test func oneTokenServesAllThatWaitForIt() async throws {
        for index in 0..<10 { try rig.store.addDevice(app, "d\(index)", .android) }
        let pushes = try (0..<3).map { _ in try rig.store.addPush(app) }
        try await rig.run { try pushes.allSatisfy { try rig.push($0).state == .sent } }
        #expect(rig.tokens.requests == 1)
        #expect(Set(rig.providers.sent.map { $0.request.headers["authorization"] }) == ["Bearer ya29.1"])
        #expect(rig.providers.sent.count == 30)
    }

    @Test func whatGoesToAppleDoesNotWaitForGoogle() async throws {
        try rig.store.addDevice(app, "aa")
        try rig.store.addDevice(app, "droid", .android)
        let push = try rig.store.addPush(app)
        // One step claims, the next sends; the token's answer stays in the inbox, if it came at all.
        for _ in 0..<2 { rig.loop.step([.wake]) }
        #expect(rig.providers.sent.map(\.lane.provider) == [.apns])
        try await rig.run { try rig.push(push).state == .sent }
    }

    @Test func refusedCredentialsFailWhatNeedsThem() async throws {
        rig.tokens.set(ProviderAnswer(status: 400, body: Array(#"{"error":"invalid_grant"}"#.utf8)))
        try rig.store.addDevice(app, "aa")
        for index in 0..<3 { try rig.store.addDevice(app, "d\(index)", .android) }
        let push = try rig.store.addPush(app)
        try await rig.run { try rig.push(push).state.isFinal }
        let rows = try rig.store.deliveries(push)
        #expect(rows.map(\.errorCode) == [nil, "PROVIDER_AUTH_FAILED", "PROVIDER_AUTH_FAILED", "PROVIDER_AUTH_FAILED"])
        // No request was made for them.
        #expect(rows.map(\.attempts) == [1, 0, 0, 0])
        #expect(rows[1].providerReason == "invalid_grant")
        #expect(rig.lines.count("credential_refused") == 1)
        try rig.checkCounts(push)
    }

    @Test func anUnreachableTokenServiceIsAskedAgainLater() async throws {
        rig.tokens.set(ProviderAnswer(status: 503, body: []))
        try rig.store.addDevice(app, "droid", .android)
        let push = try rig.store.addPush(app)
        try await rig.run { try rig.states(push) == [.queued] }
        #expect(rig.providers.sent.isEmpty)
        rig.tokens.set(nil)
        rig.store.time.advance(by: .seconds(10))
        try await rig.run { try rig.push(push).state == .sent }
        try rig.checkCounts(push)
    }

    /// One app's refused key says nothing about another app of the same account and project.
    @Test func anotherAppsRefusalIsNotMine() async throws {
        let other = try rig.store.addApp(
            owner: app.owner, PushAppSettings(name: "Other"),
            PushAppCredentials(fcm: try TestKeys.fcm(email: "other@demo-project.iam.gserviceaccount.com")))
        try rig.store.addDevice(app, "mine", .android)
        try rig.store.addDevice(other, "other", .android)
        rig.providers.answer { sent in
            sent.request.headers["authorization"] == "Bearer ya29.1" ? .fcm(403, "PERMISSION_DENIED") : .accepted
        }
        let (first, second) = (try rig.store.addPush(app), try rig.store.addPush(other))
        try await rig.run { try rig.push(first).state.isFinal && rig.push(second).state.isFinal }
        #expect(Set(try rig.codes(first) + rig.codes(second)) == ["PROVIDER_AUTH_FAILED", nil])
        #expect(Set(rig.providers.opened).count == 2)
    }

    @Test func aRejectedTokenThatIsTooYoungIsTriedOnceMoreAndFails() async throws {
        rig.providers.answer { _ in .fcm(401, "UNAUTHENTICATED") }
        try rig.store.addDevice(app, "droid", .android)
        let push = try rig.store.addPush(app)
        try await rig.run { try rig.push(push).state.isFinal }
        #expect(try rig.codes(push) == ["PROVIDER_AUTH_FAILED"])
        #expect(rig.providers.sent.count == 2 && rig.tokens.requests == 1)
        #expect(rig.lines.count("credential_refused") == 1)
    }

    @Test func anOldRejectedTokenIsReplaced() async throws {
        try rig.store.addDevice(app, "droid", .android)
        let first = try rig.store.addPush(app)
        try await rig.run { try rig.push(first).state == .sent }
        rig.store.time.advance(by: .seconds(120))
        rig.providers.answer { sent in
            sent.request.headers["authorization"] == "Bearer ya29.1" ? .fcm(401, "UNAUTHENTICATED") : .accepted
        }
        let push = try rig.store.addPush(app)
        try await rig.run { try rig.push(push).state.isFinal }
        #expect(try rig.states(push) == [.sent])
        #expect(rig.tokens.requests == 2)
        #expect(try rig.store.deliveries(push).map(\.attempts) == [2])
    }

    /// Apple would take whoever goes on for an attacker.
    @Test func afterARefusalNothingMoreIsSentForAWhile() throws {
        let rig = try EngineRig { $0.pageSize = 4 }
        let app = try rig.app()
        for index in 0..<40 { try rig.store.addDevice(app, "a\(index)") }
        rig.providers.answer { _ in .apns(403, "InvalidProviderToken") }
        let push = try rig.store.addPush(app)
        rig.run()
        let rows = try rig.store.deliveries(push)
        #expect(
            rows.allSatisfy { $0.errorCode == "PROVIDER_AUTH_FAILED" && $0.providerReason == "InvalidProviderToken" })
        #expect(rows.count == 40 && rig.providers.sent.count == 4)
        #expect(rows.map(\.attempts).reduce(0, +) == 4)
        #expect(rig.lines.count("credential_refused") == 1)
        try rig.checkCounts(push)
        // A minute later one finds out, and once the key is right all is well.
        rig.advance(by: .seconds(60))
        rig.providers.answer { _ in .accepted }
        let second = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.states(second).allSatisfy { $0 == .sent })
    }

    @Test func anotherKeyOfTheAppIsUsedAtOnce() throws {
        try rig.store.addDevice(app, "aa")
        rig.providers.answer { _ in .apns(403, "InvalidProviderToken") }
        _ = try rig.store.addPush(app)
        rig.run()
        rig.providers.answer { _ in .accepted }
        let now = rig.store.now
        let app = app
        try rig.store.write { sql, vault in
            try PushAppTable(sql, vault).update(
                app, to: app.settings, PushAppCredentials(apns: TestKeys.apns(keyID: "KEY7654321")), now: now)
        }
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.states(push) == [.sent])
    }
}
