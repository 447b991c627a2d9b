// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxProviders
import WaxRecords
import WaxSystem

@testable import WaxDelivery

/// What the engine remembers of providers, and how it forgets it.
@Suite struct ProviderMemoryTests {
    private let lane = LaneKey.apns(
        account: 1, environment: .production, teamID: "T", keyID: "K", publicKey: [1], topic: "a")

    @Test func refusedCredentialsAreLeftAloneForAWhile() throws {
        var refused = RefusedCredentials()
        let verdict = ProviderVerdict(
            .failed(code: .providerAuthFailed, device: .keep, alert: .credentialRefused), status: 403,
            reason: "InvalidProviderToken")
        #expect(refused.verdict(lane, "bearer a", now: .zero) == nil)
        refused.refuse(lane, "bearer a", verdict, now: .seconds(10))
        let after = try #require(refused.verdict(lane, "bearer a", now: .seconds(69)))
        #expect(after.outcome == .failed(code: .providerAuthFailed, device: .keep, alert: nil))
        #expect(after.providerStatus == 403 && after.providerReason == "InvalidProviderToken")
        // Another token of the same lane, another lane, and a while later.
        #expect(refused.verdict(lane, "bearer b", now: .seconds(11)) == nil)
        #expect(refused.verdict(.test, "bearer a", now: .seconds(11)) == nil)
        #expect(refused.verdict(lane, "bearer a", now: .seconds(70)) == nil)
        refused.tidy(now: .seconds(69))
        #expect(refused.verdict(lane, "bearer a", now: .seconds(69)) != nil)
        refused.tidy(now: .seconds(70))
        #expect(refused.verdict(lane, "bearer a", now: .seconds(69)) == nil)
    }

    @Test func anAlertIsTakenOnceInAWhile() {
        var filter = AlertFilter()
        let first = filter.admits(app: 1, .clockWrong, from: .apns, now: .zero)
        let again = filter.admits(app: 1, .clockWrong, from: .apns, now: .seconds(599))
        let another = filter.admits(app: 1, .tokensRefused, from: .apns, now: .seconds(1))
        let fromAnother = filter.admits(app: 1, .clockWrong, from: .webPush, now: .seconds(1))
        let ofAnotherApp = filter.admits(app: 2, .clockWrong, from: .apns, now: .seconds(1))
        let later = filter.admits(app: 1, .clockWrong, from: .apns, now: .seconds(600))
        filter.tidy(now: .seconds(601))
        let afterTidying = filter.admits(app: 1, .clockWrong, from: .apns, now: .seconds(602))
        #expect(first && !again && another && fromAnother && ofAnotherApp && later && !afterTidying)
    }

    private func refusals(
        _ breakers: inout TokenBreakers, app: Int64 = 1, _ lane: LaneKey, _ count: Int, now: Duration = .zero
    ) -> [TokenBreaker.Judgement] {
        (0..<count).map { _ in breakers.refuse(app: app, lane, now: now) }
    }

    @Test func breakersAreKeptApart() throws {
        var breakers = TokenBreakers()
        let dead = refusals(&breakers, lane, TokenBreaker.allowance)
        #expect(dead.allSatisfy { $0 == .deactivate })
        #expect(refusals(&breakers, lane, 2) == [.keep(isNew: true), .keep(isNew: false)])
        #expect(refusals(&breakers, app: 2, lane, 1) == [.deactivate])
        #expect(refusals(&breakers, .test, 1) == [.deactivate])
        breakers.tidy(now: .seconds(599))
        #expect(refusals(&breakers, lane, 1, now: .seconds(1)) == [.keep(isNew: false)])
        breakers.tidy(now: .seconds(700))
        #expect(refusals(&breakers, lane, 1, now: .seconds(700)) == [.deactivate])
    }

    @Test func acceptedTokensSpeakForTheConfiguration() {
        var breakers = TokenBreakers()
        for _ in 0..<60 { breakers.accept(app: 1, lane, now: .zero) }
        #expect(refusals(&breakers, lane, 40).allSatisfy { $0 == .deactivate })
    }

    @Test func openedCredentialsAreKeptUntilTheyChange() throws {
        let store = try TestStore()
        let owner = try store.owner()
        let app = try store.addApp(owner: owner, PushAppSettings(name: "1"), PushAppCredentials(apns: TestKeys.apns()))
        var cache = CredentialCache()
        let first = cache.open(app, store.vault)
        #expect(first.apns?.teamID == "TEAM123456")
        // With another vault's key nothing could be opened: this comes from memory.
        let stranger = try TestStore(masterKey: 9)
        let kept = cache.open(app, stranger.vault)
        #expect(kept.apns != nil)
        let now = store.now
        try store.write { sql, vault in
            try PushAppTable(sql, vault).update(
                app, to: app.settings, PushAppCredentials(apns: TestKeys.apns(teamID: "TEAM654321")), now: now)
        }
        let changed = try #require(try store.read { try PushAppTable($0, $1).find(seq: app.seq) })
        let strange = cache.open(changed, stranger.vault)
        #expect(strange.apns == nil && strange.damaged == [.apns])
        let second = cache.open(changed, store.vault)
        #expect(second.apns?.teamID == "TEAM654321")
    }

    @Test func onlySoManyCredentialsAreKept() throws {
        let store = try TestStore()
        let owner = try store.owner()
        var cache = CredentialCache()
        for _ in 0..<CredentialCache.limit + 10 {
            _ = cache.open(try store.addApp(owner: owner), store.vault)
            #expect(cache.count <= CredentialCache.limit)
        }
    }
}
