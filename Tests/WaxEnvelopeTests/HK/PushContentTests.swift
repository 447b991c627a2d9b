// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxJSON

@Suite struct PushContentTests {
    @Test func order() throws {
        let content = PushContent(
            title: "T", body: "B", data: ["z": 1, "a": ["x": nil]], badge: 0, sound: "chime", threadID: "room")
        let text =
            #"{"title":"T","body":"B","data":{"z":1,"a":{"x":null}},"badge":0,"sound":"chime","thread_id":"room"}"#
        #expect(String(decoding: content.plaintext, as: UTF8.self) == text)
        #expect(try PushContent(plaintext: Array(text.utf8)) == content)
    }

    @Test(arguments: [
        "{}", #"{"title":""}"#, #"{"body":"b"}"#, #"{"data":{}}"#, #"{"badge":2147483647}"#, #"{"sound":"s"}"#,
        #"{"thread_id":"t"}"#, #"{"title":"a/b \" \\ é e\#u{301} 🧑🏽‍🚒 \#u{2028}","badge":7}"#,
    ])
    func onlyWhatIsThere(text: String) throws {
        let content = try PushContent(plaintext: Array(text.utf8))
        #expect(content.plaintext == Array(text.utf8))
    }

    @Test func dataAsItWasSent() throws {
        let data = #"{"z":1.0,"a":[1e2,-0,12345678901234567890],"é":"\u0001","e\#u{301}":"/"}"#
        let content = try PushContent(plaintext: Array(#"{"data":\#(data)}"#.utf8))
        #expect(content.dataJSON == data)
        #expect(try PushContent(plaintext: Array(#"{"title":"t"}"#.utf8)).dataJSON == nil)
    }

    @Test func paddingIsSkipped() throws {
        let content = PushContent(title: "Padded", body: "text")
        let plaintext = content.plaintext(paddedToMultipleOf: 256, limit: 2892)
        #expect(plaintext.count == 256)
        #expect(try PushContent(plaintext: plaintext) == content)
        #expect(content.plaintext(paddedToMultipleOf: 256, limit: 255) == content.plaintext)
    }

    @Test(arguments: [
        #"{"title":1}"#, #"{"title":null}"#, #"{"title":["t"]}"#, #"{"body":true}"#, #"{"data":[]}"#, #"{"data":"{}"}"#,
        #"{"badge":"1"}"#, #"{"badge":1.0}"#, #"{"badge":-1}"#, #"{"badge":2147483648}"#,
        #"{"badge":99999999999999999999}"#, #"{"sound":{"critical":1}}"#, #"{"thread_id":5}"#, #"{"Title":"t"}"#,
    ])
    func otherTypesCountAsAbsent(text: String) throws {
        #expect(try PushContent(plaintext: Array(text.utf8)) == PushContent())
    }

    @Test(arguments: [
        "", " ", "x", "[]", "null", "\"{}\"", "1", "{", "{}{}", #"{"title":"a","title":"b"}"#, #"{"title":"a",}"#,
        "\u{FEFF}{}", #"{"title":"\ud800"}"#,
    ])
    func noObject(text: String) {
        #expect(throws: HKEnvelopeError.invalidPayload) { try PushContent(plaintext: Array(text.utf8)) }
    }

    @Test func invalidUTF8() {
        let plaintext = Array(#"{"title":""#.utf8) + [0xC0, 0x80] + Array(#""}"#.utf8)
        #expect(throws: HKEnvelopeError.invalidPayload) { try PushContent(plaintext: plaintext) }
    }
}
