// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON

@Suite struct JSONValueTests {
    @Test func literals() throws {
        let name = "wax"
        let value: JSONValue = [
            "none": nil, "yes": true, "int": -3, "float": 2.5, "text": "\(name)wing", "list": [1, "two", [:]],
            "object": [:],
        ]
        let text = #"{"none":null,"yes":true,"int":-3,"float":2.5,"text":"waxwing","list":[1,"two",{}],"object":{}}"#
        #expect(value.compact == Array(text.utf8))
        #expect(try JSONReader.parse(text) == value)
    }

    @Test func access() {
        let value: JSONValue = ["a": [1, true, "x", nil], "o": ["k": 1.5]]
        #expect(value["a"]?[0]?.int64Value == 1)
        #expect(value["a"]?[1]?.boolValue == true)
        #expect(value["a"]?[2]?.stringValue == "x")
        #expect(value["a"]?[3]?.isNull == true)
        #expect(value["a"]?[4] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["a"]?.arrayValue?.count == 4)
        #expect(value["o"]?["k"]?.numberValue?.double == 1.5)
        #expect(value["o"]?["k"]?.int64Value == nil)
        #expect(value["missing"] == nil)
        #expect(value[0] == nil)
        #expect(value["a"]?["k"] == nil)
        #expect(value.objectValue?.count == 2)
        #expect(value.stringValue == nil)
        #expect(value.arrayValue == nil)
        #expect(value.boolValue == nil)
        #expect(JSONValue.bool(false).objectValue == nil)
    }

    @Test func equality() {
        #expect(JSONValue.string("é") != .string("e\u{301}"))
        #expect(JSONValue.string("\u{212B}") != .string("A\u{30A}"))
        #expect(JSONValue.array([1]) != .array([1, 1]))
        #expect(JSONValue.bool(false) != .null)
        #expect(JSONValue.string("1") != .number(1))
        #expect(JSONValue.object(["a": 1, "b": 2]) != .object(["b": 2, "a": 1]))
        #expect(JSONValue.object(["a": 1]) != .object(["a": 1, "b": 2]))
    }
}
