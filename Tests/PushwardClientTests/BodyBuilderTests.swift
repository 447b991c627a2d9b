// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushwardClient
import TestSupport
import Testing
import WaxJSON

@Suite struct BodyBuilderTests {
    static func source(_ input: String = "") -> DataSource {
        DataSource { (limit) throws(ClientError) in Array(input.utf8.prefix(limit)) }
    }

    static let typed: [(String, JSONValue)] = [
        ("true", true), ("false", false), ("null", nil), ("1", 1), ("-0.50", .number(JSONNumber("-0.50") ?? 0)),
        ("1e3", .number(JSONNumber("1e3") ?? 0)), ("007", "007"), ("+1", "+1"), ("1.", "1."), ("", ""),
        ("True", "True"),
        (#"{"a":1}"#, ["a": 1]), ("[1,2]", [1, 2]), ("text", "text"), (" 1", " 1"), ("@-", "from\nstdin\n"),
    ]

    @Test(arguments: typed) func typedFields(_ text: String, _ value: JSONValue) throws {
        var builder = BodyBuilder(Self.source("from\nstdin\n"))
        try builder.set(rawField: "x=\(text)")
        #expect(builder.body["x"] == value)
        var plain = BodyBuilder(Self.source())
        try plain.set(field: "x=\(text)")
        #expect(plain.body["x"] == .string(text))
    }

    @Test func files() throws {
        let directory = try TemporaryDirectory()
        try Data("{\"a\": 1}".utf8).write(to: URL(fileURLWithPath: directory.file("a.json")))
        try Data([0xFF]).write(to: URL(fileURLWithPath: directory.file("bad")))
        try Data(repeating: 0x61, count: DataSource.maximumBytes + 1).write(
            to: URL(fileURLWithPath: directory.file("long")))
        var builder = BodyBuilder(Self.source())
        try builder.merge(data: "@\(directory.file("a.json"))")
        try builder.set(rawField: "b=@\(directory.file("a.json"))")
        #expect(builder.body == ["a": 1, "b": "{\"a\": 1}"])
        for path in ["bad", "long", "missing", "."].map(directory.file) {
            let error = #expect(throws: ClientError.self) { try builder.set(rawField: "x=@\(path)") }
            #expect(error?.exit == .usage)
        }
        try Data(repeating: 0x61, count: DataSource.maximumBytes).write(
            to: URL(fileURLWithPath: directory.file("long")))
        try builder.set(rawField: "x=@\(directory.file("long"))")
        #expect(builder.body["x"]?.stringValue?.utf8.count == DataSource.maximumBytes)
    }

    @Test(arguments: [
        "", "[]", "1", "{", #"{"a":1} x"#, #"{"a":1}{"b":2}"#, #"{"a":1,"a":2}"#, "@", "text",
    ]) func refusedData(_ text: String) {
        var builder = BodyBuilder(Self.source())
        let error = #expect(throws: ClientError.self) { try builder.merge(data: text) }
        #expect(error?.exit == .usage)
        #expect(builder.body.isEmpty)
    }

    @Test(arguments: ["", "=x", "x", "x={", "x=[1"]) func refusedFields(_ text: String) {
        var builder = BodyBuilder(Self.source())
        let error = #expect(throws: ClientError.self) { try builder.set(rawField: text) }
        #expect(error?.exit == .usage)
    }

    @Test func standardInputIsReadOnce() throws {
        var builder = BodyBuilder(Self.source(#"{"a":1}"#))
        try builder.merge(data: "-")
        let error = #expect(throws: ClientError.self) { try builder.set(rawField: "x=@-") }
        #expect(error?.exit == .usage)
        var long = BodyBuilder(
            DataSource { (limit) throws(ClientError) in [UInt8](repeating: 0x20, count: min(limit, 3 << 20)) })
        #expect(throws: ClientError.self) { try long.merge(data: "@-") }
    }

    @Test func layers() throws {
        var builder = BodyBuilder(Self.source())
        try builder.merge(data: #"{"a":{"x":1,"y":{"z":1}},"b":[1,2],"c":1,"d":{"e":1}}"#)
        builder.merge(["a": ["y": ["w": 2], "x": 3], "b": [9], "d": 5])
        try builder.set(field: "c=2")
        try builder.set(rawField: "c=3")
        #expect(builder.body == ["a": ["x": 3, "y": ["z": 1, "w": 2]], "b": [9], "c": 3, "d": 5])
    }
}
