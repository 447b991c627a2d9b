// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON

@Suite struct JSONErrorTests {
    static let positions: [(String, JSONPosition)] = [
        ("x", JSONPosition(offset: 0, line: 1, column: 1)),
        ("[1,\n  x]", JSONPosition(offset: 6, line: 2, column: 3)),
        ("[1,\r\n\r\n\tx]", JSONPosition(offset: 8, line: 3, column: 2)),
        ("[\"é😀\", x]", JSONPosition(offset: 11, line: 1, column: 8)),
        ("{\n\"a\":1,\n\"a\":2}", JSONPosition(offset: 9, line: 3, column: 1)),
        ("[\n", JSONPosition(offset: 2, line: 2, column: 1)),
        ("", JSONPosition(offset: 0, line: 1, column: 1)),
    ]

    @Test(arguments: positions) func position(_ text: String, _ position: JSONPosition) throws {
        let error = try #require(throws: JSONError.self) { try JSONReader.parse(text) }
        #expect(error.position == position)
    }

    @Test func description() throws {
        let error = try #require(throws: JSONError.self) { try JSONReader.parse("[1,\n2,]") }
        #expect("\(error)" == "a comma with nothing after it at line 2, column 2 (byte 5)")
    }

    /// Texts are secrets: no error may carry a part of one.
    @Test func descriptionsDoNotRepeatTheText() throws {
        let secret = "Xq7-Xq7"
        let texts = [
            secret, "\"\(secret)", "\"\(secret)\\q\"", "{\"\(secret)\":1,\"\(secret)\":2}", "{\"\(secret)\"}",
            "[\"\(secret)\" 1]",
            "{\(secret):1}", "\"a\" \(secret)", "\"\\u\(secret)\"", "1\(secret)", "\"\\uD800\(secret)\"",
            "\"\u{1}\(secret)\"",
        ]
        for text in texts {
            let error = try #require(throws: JSONError.self) { try JSONReader.parse(text) }
            for form in ["\(error)", String(reflecting: error), "\(error.reason)"] {
                #expect(!form.contains("Xq7"))
            }
        }
    }

    @Test func eachReasonHasItsOwnText() {
        let position = JSONPosition(offset: 0, line: 1, column: 1)
        let texts = Set(JSONError.Reason.allCases.map { "\(JSONError($0, at: position))" })
        #expect(texts.count == JSONError.Reason.allCases.count)
    }
}
