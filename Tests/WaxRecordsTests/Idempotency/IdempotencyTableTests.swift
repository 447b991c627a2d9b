// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxRecords
import WaxSystem

@Suite struct IdempotencyTableTests {
    private let store: TestStore
    private let owner: Owner

    init() throws {
        store = try TestStore()
        owner = try store.owner()
    }

    private func scope(
        _ key: String = "k", route: String = "POST /v1/push", owner: Owner? = nil
    ) -> IdempotencyTable.Scope {
        IdempotencyTable.Scope(owner: owner ?? self.owner, route: route, key: key)
    }

    private func insert(_ scope: IdempotencyTable.Scope, _ body: String, answer: String) throws {
        let end = store.now + .seconds(100)
        try store.write { sql, vault in
            try IdempotencyTable(sql, vault).insert(
                scope, body: Array(body.utf8), status: 202, answer: Array(answer.utf8), expiresAt: end)
        }
    }

    private func find(_ scope: IdempotencyTable.Scope, _ body: String) throws -> IdempotencyTable.Known? {
        try store.read { try IdempotencyTable($0, $1).find(scope, body: Array(body.utf8), now: store.now) }
    }

    @Test func theSameBodyGetsTheAnswer() throws {
        try insert(scope(), "{}", answer: "é")
        #expect(try find(scope(), "{}") == .sameBody(status: 202, answer: Array("é".utf8)))
        #expect(try find(scope(), "{ }") == .otherBody)
        #expect(try find(scope("K"), "{}") == nil)
    }

    @Test func aKeyCountsInItsScopeOnly() throws {
        try insert(scope(), "{}", answer: "x")
        let others = [
            scope(route: "POST /v1/push/apps"), scope(route: "PUT /v1/push"), scope(owner: try store.owner("other")),
            scope(owner: Owner(account: owner.account, mode: .test)),
        ]
        for other in others { #expect(try find(other, "{}") == nil) }
    }

    @Test func afterItsTimeAKeyIsNew() throws {
        try insert(scope(), "{}", answer: "x")
        store.time.advance(by: .milliseconds(99_999))
        #expect(try find(scope(), "{}") != nil)
        store.time.advance(by: .milliseconds(1))
        #expect(try find(scope(), "{}") == nil)
        try insert(scope(), "[]", answer: "y")
        #expect(try find(scope(), "[]") == .sameBody(status: 202, answer: Array("y".utf8)))
    }

    @Test func oldKeysAreForgotten() throws {
        try insert(scope("a"), "{}", answer: "x")
        store.time.advance(by: .seconds(50))
        try insert(scope("b"), "{}", answer: "x")
        store.time.advance(by: .seconds(50))
        let now = store.now
        #expect(try store.write { try IdempotencyTable($0, $1).removeExpired(now: now) } == 1)
        #expect(try find(scope("b"), "{}") != nil)
    }
}
