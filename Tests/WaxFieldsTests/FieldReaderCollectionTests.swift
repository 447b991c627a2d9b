// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxFields
import WaxJSON

@Suite struct FieldReaderCollectionTests {
    private static func problems(_ value: JSONValue, _ read: (FieldReader) -> Void) -> [String] {
        let reader = FieldReader(["m": value])
        read(reader)
        do throws(FieldProblems) {
            try reader.finish()
            return []
        } catch {
            return error.problems.map { "\($0.field) \($0.rule.code)" }
        }
    }

    @Test(
        arguments: [
            ([], []), ([["a": "x"], ["a": "y"]], []), (.null, []), ("x", ["m type"]), (["x"], ["m[0] type"]),
            ([["a": "x"], ["a": 1]], ["m[1].a type"]), ([["a": "x", "b": 1]], ["m[0].b unknown_field"]),
            ([[:], [:], [:]], ["m count"]),
        ] as [(JSONValue, [String])])
    func objects(_ value: JSONValue, _ expected: [String]) {
        #expect(
            Self.problems(value) { reader in
                _ = reader.objects("m", count: 0...2) { fields, _ in fields.string("a").value }
            } == expected)
    }

    @Test func objectsAsTheyStand() {
        let reader = FieldReader(["m": [["b": 1, "a": "x"]]])
        let found = reader.objects("m", count: 1...1) { fields, object -> [String]? in
            _ = (fields.any("a"), fields.any("b"))
            return object.keys
        }
        #expect(found.value == [["b", "a"]])
    }

    @Test(
        arguments: [
            (["a", "a", ""], []), (["a", 1], ["m[1] type"]), (.null, []), ([:], ["m type"]),
            (["1", "2", "3", "4"], ["m count"]),
        ] as [(JSONValue, [String])])
    func texts(_ value: JSONValue, _ expected: [String]) {
        #expect(Self.problems(value) { _ = $0.texts("m", count: 0...3) } == expected)
    }

    @Test(
        arguments: [
            ([:], []), (["a": "x", "b": ""], []), (["a": .null, "b": 1], ["m.a type", "m.b type"]), ([], ["m type"]),
        ] as [(JSONValue, [String])])
    func textMaps(_ value: JSONValue, _ expected: [String]) {
        #expect(Self.problems(value) { _ = $0.textMap("m") } == expected)
    }

    @Test(arguments: [
        ("0", []), ("1", []), ("0.5", []), ("1e0", []), ("-0", []), ("1.01", ["m range"]), ("-0.1", ["m range"]),
        ("1e400", ["m type"]),
    ])
    func numbers(_ text: String, _ expected: [String]) throws {
        let number = JSONValue.number(try #require(JSONNumber(text)))
        #expect(Self.problems(number) { _ = $0.number("m", range: 0...1) } == expected)
        #expect(Self.problems("0") { _ = $0.number("m", range: 0...1) } == ["m type"])
    }
}
