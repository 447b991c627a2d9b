// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct TestRequestTableTests {
    @Test func aRequestIsKeptForItsTime() throws {
        let store = try TestStore()
        let push = try store.addPush(try store.addApp(owner: try store.owner("a", .test)))
        let end = store.now + .seconds(60)
        func find(_ n: Int64) throws -> [UInt8]? {
            try store.read {
                try TestRequestTable($0, $1).find(
                    push: push.seq, n: n, delivery: push.deliveryID(n), now: store.now)
            }
        }
        for text in ["first", "second"] {
            let protected = try TestRequestTable.protect(Array(text.utf8), delivery: push.deliveryID(3), store.vault)
            try store.write { try TestRequestTable($0, $1).put(protected, push: push.seq, n: 3, expiresAt: end) }
        }
        #expect(try find(3) == Array("second".utf8))
        #expect(try find(4) == nil)
        store.time.advance(by: .seconds(60))
        #expect(try find(3) == nil)
        let now = store.now
        #expect(try store.write { try TestRequestTable($0, $1).removeExpired(now: now) } == 1)
        #expect(try store.integers("SELECT count(*) FROM test_requests") == [0])
    }

    @Test func anotherDeliverysRequestDoesNotOpen() throws {
        let store = try TestStore()
        let push = try store.addPush(try store.addApp(owner: try store.owner("a", .test)))
        let end = store.now + .seconds(60)
        let protected = try TestRequestTable.protect([1, 2], delivery: push.deliveryID(0), store.vault)
        try store.write { try TestRequestTable($0, $1).put(protected, push: push.seq, n: 1, expiresAt: end) }
        let found = try store.read {
            try TestRequestTable($0, $1).find(push: push.seq, n: 1, delivery: push.deliveryID(1), now: store.now)
        }
        #expect(found == nil)
    }
}
