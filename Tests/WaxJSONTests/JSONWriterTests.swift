// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON

@Suite struct JSONWriterTests {
    private func text(_ writer: JSONWriter) -> String { String(decoding: writer.bytes, as: UTF8.self) }

    @Test func streaming() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("aps")
        writer.beginObject()
        writer.key("badge")
        writer.number(3)
        writer.key("mutable-content")
        writer.number(Int64(1))
        writer.endObject()
        writer.key("list")
        writer.beginArray()
        writer.null()
        writer.bool(true)
        writer.bool(false)
        writer.string("a/b")
        writer.beginArray()
        writer.endArray()
        writer.beginObject()
        writer.endObject()
        writer.raw(Array(#"{"x": 1}"#.utf8))
        writer.value(["k": [1.5]])
        writer.endArray()
        writer.key("last")
        writer.number(JSONNumber(12))
        writer.endObject()
        #expect(
            text(writer)
                == #"{"aps":{"badge":3,"mutable-content":1},"list":[null,true,false,"a/b",[],{},{"x": 1},{"k":[1.5]}],"last":12}"#
        )
    }

    @Test func appendsToWhatIsThere() {
        var writer = JSONWriter(appendingTo: Array("data: ".utf8))
        writer.beginArray()
        writer.number(1)
        writer.number(2)
        writer.endArray()
        #expect(text(writer) == "data: [1,2]")
    }

    @Test func rawFromABuffer() {
        var writer = JSONWriter()
        writer.beginArray()
        for json in ["1", "[ 2 ]"] { Array(json.utf8).withUnsafeBufferPointer { writer.raw($0) } }
        writer.endArray()
        #expect(text(writer) == "[1,[ 2 ]]")
    }

    @Test func reset() {
        var room: [UInt8] = []
        room.reserveCapacity(100)
        var writer = JSONWriter(appendingTo: room)
        writer.beginArray()
        writer.number(1)
        // Only now: the first bytes may have moved it, and no two pieces of memory have to be of one size.
        let capacity = writer.bytes.capacity
        writer.reset()
        #expect(capacity >= 100 && writer.bytes.capacity == capacity)
        writer.string("x")
        #expect(text(writer) == #""x""#)
    }

    static let integers: [Int64] = [0, 1, -1, 9, 10, -10, 99, 100, 1_234_567_890, .max, .min]

    @Test(arguments: integers) func integer(_ value: Int64) {
        var writer = JSONWriter()
        writer.number(value)
        #expect(text(writer) == String(value))
    }

    static let escapes: [(String, String)] = [
        ("\"", #"\""#), ("\\", #"\\"#), ("/", "/"), ("\u{8}\u{C}\n\r\t", #"\b\f\n\r\t"#), ("\u{0}", #"\u0000"#),
        ("\u{1}", #"\u0001"#), ("\u{B}", #"\u000b"#), ("\u{10}", #"\u0010"#), ("\u{1F}", #"\u001f"#),
        ("\u{7F}", "\u{7F}"),
        ("é", "é"), ("e\u{301}", "e\u{301}"), ("😀", "😀"), ("\u{2028}\u{2029}", "\u{2028}\u{2029}"), ("<&>'", "<&>'"),
        ("a\"b\"", #"a\"b\""#), ("\"a", #"\"a"#), ("", ""),
    ]

    @Test(arguments: escapes) func escape(_ string: String, _ escaped: String) {
        let expected = Array("\"\(escaped)\"".utf8)
        #expect(JSONValue.string(string).compact == expected)
        #expect(JSONValue.object([string: nil]).compact == [0x7B] + expected + Array(":null}".utf8))
        var writer = JSONWriter()
        Array(string.utf8).withUnsafeBufferPointer { writer.string(utf8: $0) }
        #expect(writer.bytes == expected)
    }

    @Test func everyCodePointBelow256() {
        for scalar in (UInt32(0)..<256).compactMap(Unicode.Scalar.init) {
            let written = JSONValue.string(String(scalar)).compact
            let isEscaped = written.dropFirst().first == UInt8(ascii: "\\")
            #expect(isEscaped == (scalar.value < 0x20 || scalar == "\"" || scalar == "\\"))
        }
    }

    @Test func pretty() {
        let value: JSONValue = ["a": [1, [], [:], ["b": nil, "c": ["x"]]], "d": "e: f", "g": [:]]
        let expected = """
            {
              "a": [
                1,
                [],
                {},
                {
                  "b": null,
                  "c": [
                    "x"
                  ]
                }
              ],
              "d": "e: f",
              "g": {}
            }
            """
        #expect(String(decoding: value.pretty, as: UTF8.self) == expected)
        #expect(JSONValue.array([]).pretty == Array("[]".utf8))
        #expect(JSONValue.null.pretty == Array("null".utf8))
    }

    /// A value taken from a deep document may be put into a deeper one.
    @Test func writesDeeperThanTheReaderReads() {
        var value: JSONValue = 0
        for _ in 0..<200 { value = [value] }
        #expect(value.compact.count == 401)
        #expect(throws: JSONError.self) { try JSONReader.parse(value.compact) }
    }
}
