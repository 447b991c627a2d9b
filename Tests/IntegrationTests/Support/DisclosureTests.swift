// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite struct DisclosureTests {
    @Test(arguments: [
        #"{"body":"à/b \"c\" 🐦"}"#, #"{"body":"à\/b \"c\" 🐦"}"#, #"{"body":"\u00e0/b \"c\" \ud83d\udc26"}"#,
        #"{"body":"\u00e0\/b \"c\" \ud83d\udc26"}"#, "/%C3%A0%2Fb%20%22c%22%20%F0%9F%90%A6", "c3a02f6220226322",
        "w6AvYiAiYyIg8J+QpgAA", "eMOgL2IgImMiIPCfkKYAA", "eHjDoC9iICJjIiDwn5CmAA", "eHjDoC9iICJjIiDwn5CmAA",
    ])
    func findsATextInEveryForm(_ bytes: String) {
        let text = bytes == "c3a02f6220226322" ? #"à/b "c""# : #"à/b "c" 🐦"#
        #expect(Disclosure.found([text, "other"], in: Array(bytes.utf8)) == [text])
    }

    @Test func findsNothingWhereNothingIs() {
        #expect(Disclosure.found(["secret"], in: Array("secre t".utf8)).isEmpty)
        #expect(Disclosure.found(["secret"], in: []).isEmpty)
    }
}
