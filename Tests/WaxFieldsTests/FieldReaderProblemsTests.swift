// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxFields
import WaxJSON

/// What is told of the whole of a request's body.
@Suite struct FieldReaderProblemsTests {
    @Test func everyProblemIsToldAtOnce() throws {
        let json = #"{"name":1,"size":9,"extra":true,"list":["a","a"],"inner":{"id":null,"more":1},"flag":"no"}"#
        let found = try problems(of: json) { fields in
            _ = fields.string("name", required: true)
            _ = fields.string("title", required: true)
            _ = fields.integer("size", range: 0...5)
            _ = fields.strings("list", count: 1...3, length: 1...1)
            _ = fields.nested("inner") { $0.string("id", required: true).value }
            _ = fields.bool("flag")
        }
        #expect(
            found == [
                "name type", "title required", "size range", "list[1] duplicate", "inner.id not_null",
                "inner.more unknown_field", "flag type", "extra unknown_field",
            ])
    }

    @Test func aNameThatLooksTheSameIsUnknown() throws {
        // U+212A is canonically equivalent to the letter K, and U+00E9 to e with U+0301.
        #expect(try problems(of: #"{"\u212aey":1}"#) { _ = $0.any("Key") } == ["\u{212A}ey unknown_field"])
        #expect(try problems(of: #"{"e\u0301":1}"#) { _ = $0.any("\u{E9}") } == ["e\u{301} unknown_field"])
        let both = try problems(of: #"{"e\u0301":1,"\u00e9":2}"#) { fields in
            #expect(fields.any("\u{E9}").value == 2)
            #expect(fields.any("e\u{301}").value == 1)
        }
        #expect(both == [])
    }

    @Test func nestedNamesStandBehindTheirPath() throws {
        let found = try problems(of: #"{"a":{"b":{"c":1,"d":[1]},"x":0}}"#) { fields in
            _ = fields.nested("a") { a in
                a.nested("b") { b -> Bool? in
                    _ = b.string("c")
                    _ = b.strings("d", count: 1...2, length: 1...2)
                    _ = b.string("e", required: true)
                    return true
                }.value
            }
        }
        #expect(found == ["a.b.c type", "a.b.d[0] type", "a.b.e required", "a.x unknown_field"])
    }

    @Test func aNestedObjectMayBeLeftOutOrNull() throws {
        #expect(try problems(of: "{}") { _ = $0.nested("a") { _ in true } } == [])
        #expect(try problems(of: #"{"a":null}"#) { _ = $0.nested("a") { _ in true } } == [])
        #expect(
            try problems(of: #"{"a":null}"#) { _ = $0.nested("a", nullable: false) { _ in true } } == ["a not_null"])
        #expect(try problems(of: #"{"a":1}"#) { _ = $0.nested("a") { _ in true } } == ["a type"])
        #expect(try problems(of: "{}") { _ = $0.nested("a", required: true) { _ in true } } == ["a required"])
    }

    @Test func anObjectInsideMayHoldMoreThanIsRead() throws {
        let found = try problems(of: #"{"a":{"id":1,"more":2}}"#) { fields in
            guard let object = fields.object("a").value else { return }
            _ = fields.inside("a", object).string("id")
        }
        #expect(found == ["a.id type"])
    }

    @Test func askingTwiceIsNoProblem() throws {
        let found = try problems(of: #"{"a":"x"}"#) { fields in
            _ = fields.any("a")
            _ = fields.string("a", required: true)
        }
        #expect(found == [])
    }

    @Test(arguments: [99, 100, 101, 5000]) func theNumberOfProblemsIsBounded(count: Int) throws {
        let members = (0..<count).map { #""u\#($0)":0"# }.joined(separator: ",")
        let found = try problems(of: "{\(members)}") { _ in }
        #expect(found.count == min(count, FieldReader.problemLimit))
        #expect(found.first == "u0 unknown_field")
    }

    @Test func aNameThatStandsTwiceIsRefusedByTheReader() {
        #expect(throws: JSONError.self) { try JSONReader.parse(#"{"a":1,"a":2}"#) }
    }
}
