// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope

@Suite struct PW1ContentTests {
    @Test func order() throws {
        let content = PW1Content(title: "T", subtitle: "S", body: "a/b <&> \u{2028}", url: "https://example.com/")
        let text = #"{"title":"T","subtitle":"S","body":"a/b <&> \#u{2028}","url":"https://example.com/"}"#
        let plaintext = try content.plaintext()
        #expect(plaintext.count == 128)
        #expect(plaintext == Array((text + String(repeating: " ", count: 128 - text.utf8.count)).utf8))
        #expect(try PW1Content(plaintext: plaintext) == content)
    }

    @Test func emptyIsNone() {
        let content = PW1Content(title: "T", subtitle: "", body: "B", url: "")
        #expect(content == PW1Content(title: "T", body: "B"))
    }

    @Test func checksInOrder() throws {
        let long = String(repeating: "🔔", count: 257)
        let longBody = String(repeating: "é", count: 4097)
        let script = "javascript:x"
        let cases: [(PW1Content, PW1Error)] = [
            (PW1Content(title: "", subtitle: long, body: "", url: script), .titleEmpty),
            (PW1Content(title: long, subtitle: long, body: "", url: script), .bodyEmpty),
            (PW1Content(title: long, subtitle: long, body: longBody, url: script), .titleTooLong),
            (PW1Content(title: "T", subtitle: long, body: longBody, url: script), .subtitleTooLong),
            (PW1Content(title: "T", subtitle: "S", body: longBody, url: script), .bodyTooLong),
            (PW1Content(title: "T", body: "B", url: script), .url(.schemeForbidden)),
        ]
        for (content, error) in cases { #expect(throws: error) { try content.check() } }
    }

    @Test func lengthsInCodePoints() throws {
        let bells = String(repeating: "🔔", count: 256)
        try PW1Content(title: bells, subtitle: bells, body: "B").check()
        try PW1Content(title: " ", body: String(repeating: "é", count: 4096)).check()
        // 128 characters for people, 256 code points; one more is too many.
        let accents = String(repeating: "e\u{301}", count: 128)
        try PW1Content(title: accents, body: "B").check()
        #expect(throws: PW1Error.titleTooLong) { try PW1Content(title: accents + "e", body: "B").check() }
    }

    @Test(arguments: [(2240, 2240), (2239, 2240), (2241, 2241), (2266, 2266), (1, 64), (64, 64)])
    func padding(count: Int, padded: Int) throws {
        let frame = #"{"title":"T","body":""}"#.utf8.count
        let content = PW1Content(title: "T", body: String(repeating: "x", count: max(1, count - frame)))
        #expect(try content.plaintext().count == padded)
    }

    @Test func tooLong() {
        let frame = #"{"title":"T","body":""}"#.utf8.count
        let content = PW1Content(title: "T", body: String(repeating: "x", count: 2267 - frame))
        #expect(throws: PW1Error.contentTooLong(bytes: 2267)) { try content.plaintext() }
        // 4096 code points are within their own limit.
        #expect(throws: PW1Error.contentTooLong(bytes: 4096 + frame)) {
            try PW1Content(title: "T", body: String(repeating: "x", count: 4096)).plaintext()
        }
    }

    @Test func clamps() throws {
        let json =
            #"{"url":"file:///x","title":"\#(String(repeating: "🔔", count: 300))","#
            + #""subtitle":"\#(String(repeating: "s", count: 257))","body":"\#(String(repeating: "é", count: 5000))"}"#
        let content = try PW1Content(plaintext: Array(json.utf8))
        #expect(content.title == String(repeating: "🔔", count: 256))
        #expect(content.subtitle == String(repeating: "s", count: 256))
        #expect(content.body == String(repeating: "é", count: 4096))
        #expect(content.url == nil)
    }

    @Test func emptyOptionalTexts() throws {
        let content = try PW1Content(plaintext: Array(#"{"title":"T","body":"B","subtitle":"","url":"","x":[]} "#.utf8))
        #expect(content == PW1Content(title: "T", body: "B"))
    }

    @Test(arguments: [
        "", "x", "[]", "null", "{}", #"{"title":"T"}"#, #"{"body":"B"}"#, #"{"title":"","body":"B"}"#,
        #"{"title":"T","body":""}"#, #"{"title":1,"body":"B"}"#, #"{"title":"T","body":null}"#,
        #"{"title":"T","body":"B","subtitle":null}"#, #"{"title":"T","body":"B","url":null}"#,
        #"{"title":"T","body":"B","url":1}"#, #"{"title":"T","body":"B"}{}"#, #"{"title":"T","body":"B","title":"U"}"#,
    ])
    func refused(text: String) {
        #expect(throws: PW1Error.contentInvalid) { try PW1Content(plaintext: Array(text.utf8)) }
    }

    @Test func invalidUTF8() {
        let plaintext = Array(#"{"title":"T","body":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
        #expect(throws: PW1Error.contentInvalid) { try PW1Content(plaintext: plaintext) }
    }
}
