// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON

@Suite struct AcceptedTextTests {
    /// Text that the reader takes, and its value.
    struct Accepted: Sendable, CustomTestStringConvertible {
        let text: String
        let value: JSONValue
        var testDescription: String { text }

        init(_ text: String, _ value: JSONValue) {
            self.text = text
            self.value = value
        }
    }

    static let values = [
        Accepted("null", nil), Accepted("true", true), Accepted("false", false), Accepted("0", 0),
        Accepted(" \t\r\n1 \t\r\n", 1), Accepted("\"\"", ""), Accepted("[]", []), Accepted("{}", [:]),
        Accepted("[ ]", []), Accepted("{\n}", [:]), Accepted("[[]]", [[]]), Accepted("[{}]", [[:]]),
        Accepted("[null,true,false]", [nil, true, false]), Accepted("[1 , 2\n,\t3]", [1, 2, 3]),
        Accepted(#"["a","b"]"#, ["a", "b"]), Accepted(#"{"a":1}"#, ["a": 1]),
        Accepted(#"{ "a" : 1 , "b" : [ ] }"#, ["a": 1, "b": []]),
        Accepted(#"{"b":1,"a":2}"#, ["b": 1, "a": 2]), Accepted(#"{"":0}"#, ["": 0]),
        Accepted(#"{"a":{"a":{"a":null}}}"#, ["a": ["a": ["a": nil]]]),
        Accepted(#"{"a":null,"A":null}"#, ["a": nil, "A": nil]),
        Accepted(#"[{"a":1},{"a":2}]"#, [["a": 1], ["a": 2]]),
        Accepted(#"{"a":"a"}"#, ["a": "a"]),
    ]

    @Test(arguments: values)
    func value(_ accepted: Accepted) throws {
        #expect(try JSONReader.parse(accepted.text) == accepted.value)
    }

    static let numbers = [
        "0", "-0", "1", "-1", "10", "9007199254740993", "12345678901234567890", "-12345678901234567890", "0.0", "-0.0",
        "1.0", "1.50", "0.1", "123.456", "1e2", "1E2", "1e+2", "1e-2", "1E+2", "1E-2", "0e0", "0E0", "0e+00", "1e00",
        "1E400", "-1e-400", "1.5e10", "0.000000000000000000001", String(repeating: "7", count: 1000),
        "1." + String(repeating: "0", count: 1000), "1e" + String(repeating: "9", count: 100),
    ]

    @Test(arguments: numbers)
    func numberTextSurvives(_ text: String) throws {
        let alone = try JSONReader.parse(text)
        #expect(alone.numberValue?.text == text)
        #expect(alone.compact == Array(text.utf8))
        #expect(try JSONReader.parse("[\(text)]").compact == Array("[\(text)]".utf8))
        #expect(try JSONReader.parse("{\"n\": \(text) }").compact == Array("{\"n\":\(text)}".utf8))
    }

    /// JSON text on the left, the code points of the string on the right.
    static let strings: [(String, [UInt32])] = [
        (#""a""#, [0x61]), (#""\"""#, [0x22]), (#""\\""#, [0x5C]), (#""\/""#, [0x2F]), (#""/""#, [0x2F]),
        (#""\b\f\n\r\t""#, [8, 12, 10, 13, 9]), (#""\u0000""#, [0]), (#""\u0041""#, [0x41]), (#""\u00e9""#, [0xE9]),
        (#""\u00E9""#, [0xE9]), (#""\uabcd\uABCD\uaBcD""#, [0xABCD, 0xABCD, 0xABCD]), (#""\u2028""#, [0x2028]),
        (#""\uD83D\uDE00""#, [0x1F600]), (#""\ud83d\ude00x""#, [0x1F600, 0x78]), (#""\uD800\uDC00""#, [0x10000]),
        (#""\uDBFF\uDFFF""#, [0x10FFFF]), (#""\uFFFF""#, [0xFFFF]), (#""\uFEFF""#, [0xFEFF]), (#""\u0022""#, [0x22]),
        (#""\u005C""#, [0x5C]), (#""\\u0041""#, [0x5C, 0x75, 0x30, 0x30, 0x34, 0x31]), ("\"\u{7F}\"", [0x7F]),
        ("\"\u{80}\"", [0x80]), ("\"\u{7FF}\u{800}\"", [0x7FF, 0x800]), ("\"\u{FFFF}\u{10000}\"", [0xFFFF, 0x10000]),
        ("\"\u{D7FF}\u{E000}\"", [0xD7FF, 0xE000]), ("\"\u{10FFFF}\"", [0x10FFFF]), ("\"\u{FEFF}\"", [0xFEFF]),
        ("\"e\u{301}\"", [0x65, 0x301]), ("\"\u{E9}\"", [0xE9]), ("\"\u{2028}\u{2029}\"", [0x2028, 0x2029]),
        ("\"\u{1F468}\u{200D}\u{1F469}\"", [0x1F468, 0x200D, 0x1F469]), (#""12345678\"""#, Array(0x31...0x38) + [0x22]),
        (#""1234567\"89""#, Array(0x31...0x37) + [0x22, 0x38, 0x39]),
        ("\"1234567\u{E9}\"", Array(0x31...0x37) + [0xE9]),
        (#""'`<>&""#, [0x27, 0x60, 0x3C, 0x3E, 0x26]),
    ]

    @Test(arguments: strings)
    func codePointsSurvive(_ text: String, _ codePoints: [UInt32]) throws {
        let string = try #require(try JSONReader.parse(text).stringValue)
        #expect(string.unicodeScalars.map(\.value) == codePoints)
        let key = try #require(try JSONReader.parse("{\(text):0}").objectValue?.keys.first)
        #expect(key.unicodeScalars.map(\.value) == codePoints)
    }

    @Test func keysThatOnlyLookAlike() throws {
        let object = try #require(try JSONReader.parse(#"{"\#u{E9}":1,"e\#u{301}":2,"\u0065":3}"#).objectValue)
        #expect(object.count == 3)
        #expect(object["\u{E9}"] == 1)
        #expect(object["e\u{301}"] == 2)
        #expect(object["e"] == 3)
    }

    @Test func depth() throws {
        let arrays = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(try JSONReader.parse(arrays).compact == Array(arrays.utf8))
        let objects = String(repeating: #"{"a":"#, count: 64) + "0" + String(repeating: "}", count: 64)
        #expect(try JSONReader.parse(objects).compact == Array(objects.utf8))
        let wide = "[" + Array(repeating: "[[]]", count: 100).joined(separator: ",") + "]"
        #expect(try JSONReader.parse(wide).compact == Array(wide.utf8))
    }

    @Test func inputForms() throws {
        let text = #"[1,"é"]"#
        let expected: JSONValue = [1, "é"]
        #expect(try JSONReader.parse(Array(text.utf8)) == expected)
        // A buffer that ends within a larger one: what follows must not be seen.
        let longer = Array((text + "]]").utf8)
        let value = try longer.withUnsafeBufferPointer {
            try JSONReader.parse(UnsafeBufferPointer(rebasing: $0.dropLast(2)))
        }
        #expect(value == expected)
    }
}
