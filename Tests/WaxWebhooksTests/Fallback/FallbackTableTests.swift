// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct FallbackTableTests {
    private static let text = FallbackText(text: "hello", to: "1", from: nil)

    @Test(arguments: [
        (Mode.live, false, false, FallbackState.sending, nil), (.live, true, false, .notNeeded, nil),
        (.live, false, true, .failed, "EXPIRED"), (.test, false, false, .sent, nil),
        (.test, true, false, .notNeeded, nil), (.test, false, true, .failed, "EXPIRED"),
    ])
    func theEndOfAPushDecides(
        mode: Mode, wasReached: Bool, isExpired: Bool, state: FallbackState, code: String?
    ) throws {
        let stage = try WebhookStage(mode: mode)
        let push = try stage.addPush(fallback: Self.text)
        let now = stage.time.now()
        for isFirst in [true, false] {
            let isToBeSent = try stage.write { sql, vault in
                let push = try PushTable(sql, vault).find(seq: push.seq) ?? push
                return try FallbackTable(sql, vault).settle(
                    push, wasReached: wasReached, isExpired: isExpired, now: now)
            }
            #expect(isToBeSent == (state == .sending && isFirst))
        }
        let found = try stage.database.read { try PushTable($0, stage.vault).find(seq: push.seq)?.fallback }
        #expect(found?.state == state)
        #expect(found?.errorCode == code)
    }

    @Test func aTextThatDoesNotOpenIsNoText() throws {
        let stage = try WebhookStage()
        let pushes = [try stage.addPush(fallback: Self.text), try stage.addPush(fallback: Self.text)]
        let now = stage.time.now()
        let claims = try stage.write { sql, vault in
            let table = FallbackTable(sql, vault)
            for push in pushes {
                _ = try table.settle(push, wasReached: false, isExpired: false, now: now)
            }
            // The text of the first now stands in the second's row.
            try sql.execute(
                "UPDATE fallbacks SET content = (SELECT content FROM fallbacks WHERE push = ?) WHERE push = ?",
                [.integer(pushes[0].seq), .integer(pushes[1].seq)])
            return try table.claim(limit: 5, leaseUntil: now, now: now)
        }
        #expect(claims.map(\.push) == pushes.map(\.seq))
        #expect(claims.map(\.text) == [Self.text, nil])
    }
}
