// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON

@Suite struct JSONNumberTests {
    static let integers: [(String, Int64?)] = [
        ("0", 0), ("-0", 0), ("1", 1), ("-1", -1), ("9223372036854775807", .max), ("-9223372036854775808", .min),
        ("9223372036854775808", nil), ("-9223372036854775809", nil), ("12345678901234567890", nil), ("1.0", nil),
        ("1e2", nil), ("10E0", nil), ("-0.0", nil), ("0e0", nil),
    ]

    @Test(arguments: integers) func int64(_ text: String, _ value: Int64?) throws {
        #expect(try #require(JSONNumber(text)).int64 == value)
    }

    static let doubles: [(String, Double?)] = [
        ("0", 0), ("1.0", 1), ("1e2", 100), ("-2.5E-1", -0.25), ("1E400", nil), ("-1E400", nil), ("1e-400", 0),
        ("1.7976931348623157e308", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude),
        ("9007199254740993", 9_007_199_254_740_992), ("0.1", 0.1),
    ]

    @Test(arguments: doubles) func double(_ text: String, _ value: Double?) throws {
        #expect(try #require(JSONNumber(text)).double == value)
    }

    @Test func negativeZero() throws {
        #expect(try #require(JSONNumber("-0")?.double?.sign) == .minus)
    }

    @Test(arguments: [
        "", " 1", "1 ", "01", "+1", ".5", "1.", "1e", "0x1", "-", "--1", "NaN", "inf", "1,2", "\u{661}", "1\n",
    ])
    func refusedText(_ text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test func fromValues() {
        #expect(JSONNumber(Int64.min).text == "-9223372036854775808")
        #expect(JSONNumber(7).text == "7")
        #expect(JSONNumber(0.1)?.text == "0.1")
        #expect(JSONNumber(-0.0)?.text == "-0.0")
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(-Double.infinity) == nil)
        #expect(JSONNumber(Double.nan) == nil)
    }

    @Test(arguments: [1e300, Double.leastNonzeroMagnitude, 1.0 / 3, -123456.75, 1e16, 123_456_789_012_345_680])
    func doublesReadBack(_ value: Double) throws {
        let number = try #require(JSONNumber(value))
        #expect(number.double == value)
        #expect(JSONNumber(number.text) == number)
    }

    @Test func equalityIsByText() {
        #expect(JSONNumber("1.0") == JSONNumber("1.0"))
        #expect(JSONNumber("1.0") != JSONNumber("1"))
        #expect(JSONNumber("1e2") != JSONNumber("1E2"))
        #expect(JSONNumber("-0") != JSONNumber("0"))
    }
}
