// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import Testing
import WaxJSON

@Suite struct FieldPathTests {
    static let rows: [(path: String, before: String, after: String)] = [
        ("title", "{}", #"{"title":1}"#),
        ("title", #"{"title":"x"}"#, #"{"title":1}"#),
        ("a.b.c", "{}", #"{"a":{"b":{"c":1}}}"#),
        ("a.b", #"{"a":{"c":2}}"#, #"{"a":{"c":2,"b":1}}"#),
        (#"a\.b"#, "{}", #"{"a.b":1}"#),
        (#"a\\.b"#, "{}", #"{"a\\":{"b":1}}"#),
        (#"a\[0\]"#, "{}", #"{"a[0]":1}"#),
        (#"a\x"#, "{}", #"{"a\\x":1}"#),
        ("a[]", "{}", #"{"a":[1]}"#),
        ("a[]", #"{"a":[0]}"#, #"{"a":[0,1]}"#),
        ("a[0]", #"{"a":[0]}"#, #"{"a":[1]}"#),
        ("a[1]", #"{"a":[0]}"#, #"{"a":[0,1]}"#),
        ("a[].b", #"{"a":[{"b":0}]}"#, #"{"a":[{"b":0},{"b":1}]}"#),
        ("a[0].b", #"{"a":[{"c":0}]}"#, #"{"a":[{"c":0,"b":1}]}"#),
        ("a[][]", "{}", #"{"a":[[1]]}"#),
        ("é", #"{"e\u0301":0}"#, #"{"e\u0301":0,"é":1}"#),
    ]

    @Test(arguments: rows) func set(_ path: String, _ before: String, _ after: String) throws {
        var body = try #require(JSONReader.parse(before).objectValue)
        try FieldPath(path).set(1, in: &body)
        #expect(try JSONValue.object(body) == JSONReader.parse(after))
    }

    static let refused: [(path: String, before: String)] = [
        ("", "{}"), (".", "{}"), ("a.", "{}"), (".a", "{}"), ("a..b", "{}"), ("[]", "{}"), ("a[", "{}"), ("a[x]", "{}"),
        ("a[-1]", "{}"), ("a[1]b", "{}"), ("a[9999999]", "{}"),
        ("a[1]", "{}"), ("a[2]", #"{"a":[0]}"#), ("a.b", #"{"a":1}"#), ("a.b", #"{"a":[]}"#), ("a[0]", #"{"a":{}}"#),
        ("a[]", #"{"a":"x"}"#), ("a.b", #"{"a":null}"#),
    ]

    @Test(arguments: refused) func refuse(_ path: String, _ before: String) throws {
        var body = try #require(JSONReader.parse(before).objectValue)
        let unchanged = body
        let error = #expect(throws: ClientError.self) { try FieldPath(path).set(1, in: &body) }
        #expect(error?.exit == .usage)
        #expect(body == unchanged)
    }

    /// A path of so many steps, each of which is a level.
    @Test(arguments: [
        (String(repeating: "a.", count: 63) + "a", true), ("a" + String(repeating: "[]", count: 63), true),
        (String(repeating: "a.", count: 64) + "a", false), ("a" + String(repeating: "[0]", count: 64), false),
        (String(repeating: "a.", count: 100_000) + "a", false), ("a" + String(repeating: "[]", count: 100_000), false),
    ]) func depth(_ path: String, _ isTaken: Bool) throws {
        var body = JSONObject()
        guard !isTaken else {
            try FieldPath(path).set(1, in: &body)
            return #expect(body.count == 1)
        }
        let error = #expect(throws: ClientError.self) { try FieldPath(path).set(1, in: &body) }
        #expect(error?.exit == .usage && error?.description == "a field has at most 64 levels")
        #expect(body.isEmpty)
    }
}
