// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxFields
import WaxJSON

/// Each kind of member with what it takes and what it refuses.
@Suite struct FieldReaderTests {
    private enum Size: String, CaseIterable {
        case small, large
    }

    @Test(arguments: [
        (#"{"x":"é"}"#, []), (#"{"x":"ab"}"#, []), (#"{"x":"abc"}"#, ["x length"]), (#"{"x":""}"#, ["x length"]),
        // Two code points that look like one character.
        (#"{"x":"e\u0301"}"#, []), (#"{"x":"e\u0301a"}"#, ["x length"]), (#"{"x":1}"#, ["x type"]),
        (#"{"x":null}"#, ["x not_null"]), (#"{}"#, ["x required"]),
    ])
    func requiredString(json: String, expected: [String]) throws {
        #expect(try problems(of: json) { _ = $0.string("x", required: true, length: 1...2) } == expected)
    }

    @Test(arguments: [
        (#"{"x":"éé"}"#, []), (#"{"x":"ééa"}"#, ["x length"]), (#"{"x":"aaaaa"}"#, ["x length"]),
    ])
    func stringOfBytes(json: String, expected: [String]) throws {
        #expect(try problems(of: json) { _ = $0.string("x", byteLength: 1...4) } == expected)
    }

    @Test(arguments: [
        (#"{"x":0}"#, []), (#"{"x":7}"#, []), (#"{"x":-1}"#, ["x range"]), (#"{"x":8}"#, ["x range"]),
        (#"{"x":1.0}"#, ["x type"]), (#"{"x":1e0}"#, ["x type"]), (#"{"x":"1"}"#, ["x type"]),
        (#"{"x":true}"#, ["x type"]), (#"{"x":99999999999999999999}"#, ["x type"]), (#"{"x":null}"#, []),
    ])
    func integer(json: String, expected: [String]) throws {
        #expect(try problems(of: json) { _ = $0.integer("x", range: 0...7) } == expected)
    }

    @Test(arguments: [
        (#"{"x":true}"#, []), (#"{"x":false}"#, []), (#"{"x":0}"#, ["x type"]), (#"{"x":"true"}"#, ["x type"]),
        (#"{"x":null}"#, ["x not_null"]), (#"{}"#, []),
    ])
    func bool(json: String, expected: [String]) throws {
        #expect(try problems(of: json) { _ = $0.bool("x", nullable: false) } == expected)
    }

    @Test(arguments: [
        (#"{"x":"small"}"#, []), (#"{"x":"Small"}"#, ["x one_of"]), (#"{"x":""}"#, ["x one_of"]),
        (#"{"x":1}"#, ["x type"]), (#"{"x":"smal\u006c"}"#, []),
    ])
    func choice(json: String, expected: [String]) throws {
        #expect(try problems(of: json) { _ = $0.choice("x", of: Size.self) } == expected)
    }

    @Test(arguments: [
        (#"{"x":{}}"#, []), (#"{"x":{"any":1}}"#, []), (#"{"x":[]}"#, ["x type"]), (#"{"x":"{}"}"#, ["x type"]),
    ])
    func object(json: String, expected: [String]) throws {
        #expect(try problems(of: json) { _ = $0.object("x") } == expected)
    }

    @Test(arguments: [
        (#"{"x":["a","bb"]}"#, []), (#"{"x":[]}"#, ["x count"]), (#"{"x":["a","b","c","d"]}"#, ["x count"]),
        (#"{"x":["a",1,"bbb"]}"#, ["x[1] type", "x[2] length"]), (#"{"x":["a","a"]}"#, ["x[1] duplicate"]),
        (#"{"x":"a"}"#, ["x type"]), (#"{"x":null}"#, ["x not_null"]), (#"{}"#, []),
        // They look the same and are not.
        (#"{"x":["\u00e9","e\u0301"]}"#, []),
    ])
    func strings(json: String, expected: [String]) throws {
        #expect(try problems(of: json) { _ = $0.strings("x", count: 1...3, length: 1...2) } == expected)
    }

    @Test(arguments: [
        (#"{"x":"ok"}"#, true, []), (#"{"x":"no"}"#, true, ["x format"]), (#"{"x":null}"#, false, ["x not_null"]),
        (#"{}"#, false, []), (#"{}"#, true, ["x required"]), (#"{"x":2}"#, false, ["x type"]),
    ])
    func textByARule(json: String, required: Bool, expected: [String]) throws {
        let found = try problems(of: json) {
            _ = $0.text("x", required: required, LocalizedText("is ok", "va")) { $0 == "ok" }
        }
        #expect(found == expected)
    }

    @Test func valuesComeThroughUnchanged() throws {
        #expect(try value(of: #"{"x":"e\u0301"}"#) { $0.string("x") }?.unicodeScalars.count == 2)
        #expect(try value(of: #"{"x":-5}"#) { $0.integer("x", range: -9...9) } == -5)
        #expect(try value(of: #"{"x":false}"#) { $0.bool("x") } == false)
        #expect(try value(of: #"{"x":"large"}"#) { $0.choice("x", of: Size.self) } == .large)
        #expect(try value(of: #"{"x":["b","a"]}"#) { $0.strings("x", count: 1...2, length: 1...1) } == ["b", "a"])
        #expect(try value(of: #"{"x":{"n":1e2}}"#) { $0.object("x") }?["n"] == JSONNumber("1e2").map(JSONValue.number))
    }

    @Test func nullIsNotTheSameAsLeavingOut() throws {
        let object = try #require(try JSONReader.parse(#"{"a":null,"b":1}"#).objectValue)
        let fields = FieldReader(object)
        guard case .null = fields.string("a") else { throw FieldProblems([]) }
        #expect(fields.string("c").isAbsent)
        #expect(!fields.string("a").isAbsent)
        #expect(fields.isPresent("a") && fields.isNull("a") && !fields.hasValue("a"))
        #expect(!fields.isPresent("c") && !fields.isNull("c") && !fields.hasValue("c"))
        #expect(fields.isPresent("b") && !fields.isNull("b") && fields.hasValue("b"))
    }

    @Test func aProblemIsKnownByItsField() throws {
        let object = try #require(try JSONReader.parse(#"{"a":1,"n":{"b":1}}"#).objectValue)
        let fields = FieldReader(object)
        #expect(!fields.hasProblems)
        _ = fields.string("a")
        #expect(fields.hasProblems && fields.hasProblem("a") && !fields.hasProblem("b"))
        _ = fields.nested("n") { inner -> Bool? in
            #expect(inner.hasProblems && !inner.hasProblem("b"))
            _ = inner.string("b")
            #expect(inner.hasProblem("b"))
            return nil
        }
        #expect(!fields.hasProblem("b"))
    }

    @Test func refusedValuesAreAbsentWhenMapped() {
        #expect(Field.value(3).map { $0 > 2 ? "many" : nil }.value == "many")
        #expect(Field.value(1).map { $0 > 2 ? "many" : nil }.isAbsent)
        #expect(Field<Int>.absent.map { $0 }.isAbsent)
        guard case .null = Field<Int>.null.map({ $0 }) else {
            Issue.record("null became something else")
            return
        }
    }
}
