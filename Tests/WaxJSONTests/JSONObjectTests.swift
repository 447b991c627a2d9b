// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON

@Suite struct JSONObjectTests {
    @Test func keepsOrder() {
        var object: JSONObject = ["z": 1, "a": 2]
        object["m"] = 3
        object["z"] = 4
        #expect(object.keys == ["z", "a", "m"])
        #expect(object.map(\.value) == [4, 2, 3])
        #expect(object != ["a": 2, "z": 4, "m": 3])
        #expect(object == ["z": 4, "a": 2, "m": 3])
    }

    @Test func nullIsNotAbsent() {
        var object: JSONObject = ["a": nil]
        #expect(object["a"] == .some(.null))
        #expect(object.contains("a"))
        #expect(object["b"] == nil)
        #expect(!object.contains("b"))
        object["a"] = .null
        #expect(object.count == 1)
        object["a"] = nil
        #expect(object.isEmpty)
    }

    @Test func appendRefusesASecondTime() {
        var object = JSONObject()
        let answers = [object.append("a", 1), object.append("a", 2), object.append("A", 3)]
        #expect(answers == [true, false, true])
        #expect(object == ["a": 1, "A": 3])
    }

    @Test func lookupIsByCodePoints() {
        var object: JSONObject = ["\u{212B}": 1]
        #expect(object["\u{C5}"] == nil)
        #expect(object["A\u{30A}"] == nil)
        object["\u{C5}"] = 2
        object["A\u{30A}"] = 3
        #expect(object.count == 3)
        #expect(object["\u{212B}"] == 1)
        for number in 0..<20 { object["k\(number)"] = 0 }
        #expect([object["\u{212B}"], object["\u{C5}"], object["A\u{30A}"]] == [1, 2, 3])
        #expect(JSONValue.object(["\u{212B}": 1]) != ["\u{C5}": 1])
    }

    /// Every size around the one where the table begins and those where it grows.
    @Test func findsEachMemberAtEachSize() {
        var object = JSONObject()
        for count in 1...200 {
            object["key \(count)"] = .number(JSONNumber(count))
            #expect((1...count).allSatisfy { object["key \($0)"]?.int64Value == Int64($0) })
            #expect(object["key \(count + 1)"] == nil)
        }
        for count in stride(from: 200, through: 1, by: -1) {
            object["key \(count)"] = nil
            #expect(object["key \(count)"] == nil)
            #expect((1..<count).allSatisfy { object["key \($0)"]?.int64Value == Int64($0) })
        }
    }

    @Test func removingFromTheMiddle() {
        var object = JSONObject((0..<30).map { ("k\($0)", .number(JSONNumber($0))) })
        object["k3"] = nil
        #expect(object.count == 29)
        #expect(object["k29"] == 29)
        object.append("k3", "again")
        #expect(object.keys.last == "k3")
        #expect(object["k3"] == "again")
    }

    @Test func copiesAreIndependent() {
        let first: JSONObject = ["a": 1]
        var second = first
        second["a"] = 2
        #expect(first["a"] == 1)
        #expect(second["a"] == 2)
    }
}
