// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON

@testable import PushwardMCP

@Suite struct SchemaTests {
    private static let digits = TextPattern("^[0-9]+$", rule: "must be digits") {
        !$0.isEmpty && $0.allSatisfy(\.isNumber)
    }
    private static let inner = Schema.object([
        .init(required: "a", .integer(1...9), "An a."), .init("b", .boolean, "A b."),
    ])

    /// A kind of value, its JSON Schema, values it takes, and others with what is said about them.
    struct Row: Sendable {
        let schema: Schema
        let json: JSONValue
        let good: [JSONValue]
        let bad: [(JSONValue, String)]
    }

    @Test(arguments: [
        Row(schema: .boolean, json: ["type": "boolean"], good: [true], bad: [(1, "x must be true or false")]),
        Row(
            schema: .integer(1...9), json: ["type": "integer", "minimum": 1, "maximum": 9], good: [1, 9],
            bad: [
                (0, "x must be a whole number from 1 to 9"), (10, "x must be a whole number from 1 to 9"),
                (1.5, "x must be a whole number from 1 to 9"), ("1", "x must be a whole number from 1 to 9"),
            ]),
        Row(
            schema: .integer(1...Int64.max), json: ["type": "integer", "minimum": 1], good: [4310],
            bad: [(0, "x must be a whole number from 1 up")]),
        Row(
            schema: .number(0...1), json: ["type": "number", "minimum": 0, "maximum": 1], good: [0, 0.5, 1],
            bad: [(1.01, "x must be a number from 0.0 to 1.0"), ("0", "x must be a number from 0.0 to 1.0")]),
        Row(
            schema: .text(1...3), json: ["type": "string", "minLength": 1, "maxLength": 3], good: ["a", "😀😀😀"],
            bad: [("", "x must not be empty"), ("abcd", "x must have at most 3 characters"), (1, "x must be a text")]),
        // Code points, not characters: each of these two is one character.
        Row(
            schema: .text(0...1), json: ["type": "string", "maxLength": 1], good: ["", "é"],
            bad: [("e\u{301}", "x must have at most 1 characters")]),
        Row(
            schema: .pattern(digits), json: ["type": "string", "pattern": "^[0-9]+$"], good: ["07"],
            bad: [("", "x must be digits"), (7, "x must be a text")]),
        Row(
            schema: .choice(["a", "b"]), json: ["type": "string", "enum": ["a", "b"]], good: ["a"],
            bad: [("A", "x must be one of a, b"), (true, "x must be one of a, b")]),
        Row(
            schema: .array(of: .boolean, atMost: 2),
            json: ["type": "array", "items": ["type": "boolean"], "maxItems": 2],
            good: [[], [true, false]],
            bad: [
                ([true, 1], "x[1] must be true or false"), ([true, true, true], "x must have at most 2 elements"),
                ("", "x must be an array"),
            ]),
        Row(
            schema: .texts(atMost: 1, nameLength: 2, valueLength: 3),
            json: [
                "type": "object", "maxProperties": 1, "propertyNames": ["maxLength": 2],
                "additionalProperties": ["type": "string", "maxLength": 3],
            ],
            good: [[:], ["ab": "abc"]],
            bad: [
                (["a": 1], "each value of x must be a text"), (["abc": "a"], "a name in x has more than 2 characters"),
                (["a": "abcd"], "each value of x must have at most 3 characters"),
                (["a": "", "b": ""], "x must have at most 1 members"), ([], "x must be an object"),
            ]),
        Row(
            schema: inner,
            json: [
                "type": "object",
                "properties": [
                    "a": ["type": "integer", "minimum": 1, "maximum": 9, "description": "An a."],
                    "b": ["type": "boolean", "description": "A b."],
                ],
                "required": ["a"], "additionalProperties": false,
            ],
            good: [["a": 1], ["a": 1, "b": .null]],
            bad: [
                ([:], "x.a is required"), (["a": .null], "x.a is required"),
                (["a": 1, "secret": 2], "x takes only a, b"),
                (["a": 1, "b": 1], "x.b must be true or false"), (7, "x must be an object"),
            ]),
    ])
    func whatIsDescribedIsWhatIsChecked(row: Row) {
        #expect(.object(row.schema.json) == row.json)
        for value in row.good { #expect(row.schema.problem(in: value, at: "x") == nil) }
        for (value, problem) in row.bad { #expect(row.schema.problem(in: value, at: "x") == problem) }
    }

    @Test func theArgumentsOfAToolHaveNoPlace() {
        #expect(Self.inner.problem(in: [:], at: "") == "a is required")
        #expect(Self.inner.problem(in: ["c": 1], at: "") == "this tool takes only a, b")
        #expect(Schema.object([]).problem(in: ["c": 1], at: "") == "this tool takes no arguments")
    }
}
