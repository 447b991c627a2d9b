// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct DeliveryTableTests {
    private let store: TestStore
    private let push: Push
    private let device: Device

    init() throws {
        store = try TestStore()
        let app = try store.addApp(owner: try store.owner())
        device = try store.addDevice(app, "aa", .android, user: "anna")
        push = try store.addPush(app)
    }

    private func insert(_ states: [DeliveryState]) throws {
        let (push, device, now) = (push, device, store.now)
        try store.write { sql, vault in
            try DeliveryTable(sql, vault).insert(
                states.enumerated().map { index, state in
                    NewDelivery(
                        n: Int64(index), device: device.seq, userID: "anna", state: state, encrypted: state == .sending,
                        errorCode: state == .refused ? "ENCRYPTION_KEY_MISSING" : nil)
                }, push: push.seq, now: now)
        }
    }

    private func record(_ results: [DeliveryResult]) throws {
        let (push, now) = (push, store.now)
        try store.write { try DeliveryTable($0, $1).record(results, push: push.seq, now: now) }
    }

    private func pending(after: Int64 = -1, limit: Int = 100) throws -> [Int64] {
        try store.read {
            try DeliveryTable($0, $1).pending(push: push.seq, after: after, due: store.now, limit: limit)
        }.map(\.n)
    }

    @Test func rowsComeBack() throws {
        try insert([.sending, .refused])
        let deliveries = try store.deliveries(push)
        #expect(deliveries.map(\.n) == [0, 1])
        #expect(deliveries.map(\.state) == [.sending, .refused])
        #expect(deliveries.map(\.attempts) == [1, 0] && deliveries.map(\.encrypted) == [true, false])
        #expect(deliveries.map(\.errorCode) == [nil, "ENCRYPTION_KEY_MISSING"])
        let first = try #require(deliveries.first)
        #expect(first.deviceID == device.id && first.platform == .android && first.userID == "anna")
        #expect(first.createdAt == store.now && first.sentAt == nil && first.providerStatus == nil)
        #expect(try store.read { try DeliveryTable($0, $1).find(push: push.seq, n: 1) }?.state == .refused)
        #expect(try store.read { try DeliveryTable($0, $1).find(push: push.seq, n: 2) } == nil)
    }

    @Test func aResultIsWrittenWhole() throws {
        try insert([.sending, .sending, .sending])
        store.time.advance(by: .seconds(1))
        let retryAt = store.now + .seconds(60)
        try record([
            DeliveryResult(
                n: 0, state: .sent, history: RetryHistory(attempts: 2, spent: .renewedToken), providerStatus: 200,
                providerMessageID: "m1"),
            DeliveryResult(
                n: 1, state: .failed, history: RetryHistory(attempts: 1), errorCode: "TOKEN_INVALID",
                providerStatus: 400, providerReason: "BadDeviceToken"),
            DeliveryResult(
                n: 2, state: .queued, history: RetryHistory(attempts: 1, spent: .unknownOutcome), retryAt: retryAt),
        ])
        let rows = try store.deliveries(push)
        #expect(rows.map(\.state) == [.sent, .failed, .queued])
        #expect(rows[0].attempts == 2 && rows[0].providerMessageID == "m1" && rows[0].sentAt == store.now)
        #expect(rows[1].errorCode == "TOKEN_INVALID" && rows[1].providerReason == "BadDeviceToken")
        #expect(rows[1].providerStatus == 400 && rows[1].sentAt == nil)
        #expect(try store.read { try DeliveryTable($0, $1).nextRetry(push: push.seq) } == retryAt)
        #expect(try store.read { try DeliveryTable($0, $1).firstError(push: push.seq) } == "TOKEN_INVALID")
        #expect(try pending() == [])
        store.time.advance(by: .seconds(60))
        let found = try store.read {
            try DeliveryTable($0, $1).pending(push: push.seq, after: -1, due: store.now, limit: 9)
        }
        #expect(found.map(\.n) == [2] && found.map(\.wasSending) == [false])
        #expect(found.map(\.history) == [RetryHistory(attempts: 1, spent: .unknownOutcome)])
    }

    @Test func anotherAttemptIsAnnounced() throws {
        try insert([.sending])
        try record([DeliveryResult(n: 0, state: .queued, history: RetryHistory(attempts: 1), retryAt: store.now)])
        let push = push
        try store.write { sql, vault in
            try DeliveryTable(sql, vault).begin(
                [NextAttempt(n: 0, encrypted: false, history: RetryHistory(attempts: 2, spent: .renewedToken))],
                push: push.seq)
        }
        let row = try #require(try store.deliveries(push).first)
        #expect(row.state == .sending && row.attempts == 2 && !row.encrypted)
        #expect(try store.read { try DeliveryTable($0, $1).nextRetry(push: push.seq) } == nil)
        #expect(try pending() == [0])
    }

    @Test(arguments: 1...6) func unfinishedDeliveriesComeInPages(limit: Int) throws {
        try insert([.sending, .sent, .queued, .refused, .sending, .expired, .queued, .failed, .cancelled, .queued])
        var found: [Int64] = []
        var after: Int64 = -1
        while true {
            let page = try pending(after: after, limit: limit)
            #expect(page.count <= limit)
            guard let last = page.last else { break }
            found += page
            after = last
        }
        #expect(found == [0, 2, 4, 6, 9])
    }

    @Test func whatIsUnfinishedCanBeAbandoned() throws {
        try insert([.sending, .sent, .queued, .refused])
        let push = push
        let ended = try store.write { try DeliveryTable($0, $1).abandon(push: push.seq, code: "RECORD_DAMAGED") }
        #expect(ended.sorted() == [0, 2])
        #expect(try store.deliveries(push).map(\.state) == [.failed, .sent, .failed, .refused])
        // The first may have gone out.
        #expect(
            try store.deliveries(push).map(\.errorCode)
                == ["PROVIDER_TIMEOUT", nil, "RECORD_DAMAGED", "ENCRYPTION_KEY_MISSING"])
        #expect(try pending() == [])
    }

    @Test(arguments: 1...4) func listsGoBackwardsThroughTheirFilters(limit: Int) throws {
        try insert([.sent, .refused, .sent, .refused, .sent])
        try record([
            DeliveryResult(n: 4, state: .failed, history: RetryHistory(attempts: 1), errorCode: "TOKEN_INVALID")
        ])
        func list(_ state: DeliveryState?, _ code: String?) throws -> [Int64] {
            var found: [Int64] = []
            var before: Int64?
            while true {
                let page = try store.read {
                    try DeliveryTable($0, $1).list(
                        push: push.seq, state: state, errorCode: code, before: before, limit: limit)
                }
                guard let last = page.last else { return found }
                found += page.map(\.n)
                before = last.n
            }
        }
        #expect(try list(nil, nil) == [4, 3, 2, 1, 0])
        #expect(try list(.sent, nil) == [2, 0])
        #expect(try list(.queued, nil) == [])
        #expect(try list(nil, "ENCRYPTION_KEY_MISSING") == [3, 1])
        #expect(try list(.failed, "TOKEN_INVALID") == [4])
        #expect(try list(.sent, "TOKEN_INVALID") == [])
    }

    @Test func aDeletedDevicesDeliveriesStay() throws {
        try insert([.sent])
        let (device, now) = (device, store.now)
        try store.write { try DeviceTable($0, $1).delete(device, now: now) }
        #expect(try store.deliveries(push).map(\.deviceID) == [device.id])
    }

    @Test func theLabelsAreTheAPIs() {
        let states: [DeliveryState] = [.queued, .sending, .sent, .failed, .refused, .expired, .cancelled]
        #expect(states.map(\.label) == ["queued", "sending", "sent", "failed", "refused", "expired", "cancelled"])
        #expect(states.map(\.isFinal) == [false, false, true, true, true, true, true])
        let pushes: [PushState] = [.scheduled, .queued, .sending, .sent, .failed, .cancelled]
        #expect(pushes.map(\.label) == ["scheduled", "queued", "sending", "sent", "failed", "cancelled"])
        #expect(pushes.map(\.isFinal) == [false, false, false, true, true, true])
    }
}
