// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxProviders

@Suite struct GoAwayReasonTests {
    @Test(
        arguments: [
            (#"{"reason":"Shutdown"}"#, "Shutdown"),
            (#"{"reason":"IdleTimeout","timestamp":1790000000000}"#, "IdleTimeout"),
            (#"{"reason":"a\nb\u001b[0mé"}"#, "a?b?[0m??"),
            (#"{"reason":""}"#, nil), (#"{"reason":1}"#, nil), (#"{"Reason":"Shutdown"}"#, nil), (#"["reason"]"#, nil),
            ("Shutdown", nil), ("", nil), (#"{"reason":"Shutdown"#, nil),
        ] as [(String, String?)])
    func theReasonIsReadAndMadePrintable(_ debugData: String, _ reason: String?) {
        #expect(GoAwayReason.text(Array(debugData.utf8)) == reason)
    }

    @Test func lengthIsBounded() {
        func reason(_ count: Int) -> String? {
            GoAwayReason.text(Array(#"{"reason":"\#(String(repeating: "x", count: count))"}"#.utf8))
        }
        #expect(reason(100)?.utf8.count == 100)
        #expect(reason(1000)?.utf8.count == 100)
        #expect(reason(1024) == nil)
        #expect(GoAwayReason.text([0xFF, 0xFE]) == nil)
    }
}
