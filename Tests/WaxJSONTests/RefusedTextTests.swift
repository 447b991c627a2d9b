// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON

@Suite struct RefusedTextTests {
    static let structure = [
        RefusedText("", .emptyInput, 0), RefusedText(" \n\t", .emptyInput, 3), RefusedText("[", .unexpectedEnd, 1),
        RefusedText("]", .expectedValue, 0), RefusedText("{", .unexpectedEnd, 1), RefusedText("}", .expectedValue, 0),
        RefusedText("[1", .unexpectedEnd, 2), RefusedText("[1,", .unexpectedEnd, 3),
        RefusedText("[1,]", .trailingComma, 2),
        RefusedText("[1 , ]", .trailingComma, 3), RefusedText("[,1]", .expectedValue, 1),
        RefusedText("[,]", .expectedValue, 1),
        RefusedText("[1,,2]", .expectedValue, 3), RefusedText("[1 2]", .expectedCommaOrEnd, 3),
        RefusedText("[1}", .expectedCommaOrEnd, 2),
        RefusedText("[1:2]", .expectedCommaOrEnd, 2), RefusedText("[1;2]", .expectedCommaOrEnd, 2),
        RefusedText("[\"a\"", .unexpectedEnd, 4),
        RefusedText("[[1]", .unexpectedEnd, 4), RefusedText("[]]", .trailingData, 2),
        RefusedText("[1]x", .trailingData, 3),
        RefusedText("1 2", .trailingData, 2), RefusedText("null null", .trailingData, 5),
        RefusedText("{}{}", .trailingData, 2),
        RefusedText("[1],", .trailingData, 3), RefusedText("\"a\"\u{0}", .trailingData, 3),
        RefusedText("{}//", .trailingData, 2),
        RefusedText("{]", .expectedKey, 1), RefusedText("{,}", .expectedKey, 1),
        RefusedText("{\"a\"}", .expectedColon, 4),
        RefusedText("{\"a\":}", .expectedValue, 5), RefusedText("{\"a\" 1}", .expectedColon, 5),
        RefusedText("{\"a\"::1}", .expectedValue, 5),
        RefusedText("{\"a\":1,}", .trailingComma, 6), RefusedText("{\"a\":1,,}", .expectedKey, 7),
        RefusedText("{\"a\":1", .unexpectedEnd, 6),
        RefusedText("{\"a\":1 \"b\":2}", .expectedCommaOrEnd, 7), RefusedText("{\"a\":1]", .expectedCommaOrEnd, 6),
        RefusedText("{\"a\":", .unexpectedEnd, 5), RefusedText("{\"a\"", .unexpectedEnd, 4),
        RefusedText("{\"a", .unexpectedEnd, 3),
        RefusedText("{a:1}", .expectedKey, 1), RefusedText("{'a':1}", .expectedKey, 1),
        RefusedText("{1:1}", .expectedKey, 1),
        RefusedText("{null:1}", .expectedKey, 1), RefusedText("{\"a\":1,b}", .expectedKey, 7),
        RefusedText("{[]:1}", .expectedKey, 1),
        RefusedText("/*c*/1", .expectedValue, 0), RefusedText("[1]#c", .trailingData, 3),
        RefusedText("\u{A0}1", .expectedValue, 0),
        RefusedText("\u{C}1", .expectedValue, 0), RefusedText("\u{B}1", .expectedValue, 0),
        RefusedText("[\u{2028}]", .expectedValue, 1),
        RefusedText("\u{0}", .expectedValue, 0), RefusedText("[1\u{0}]", .expectedCommaOrEnd, 2),
        RefusedText("<a>", .expectedValue, 0),
        RefusedText("\u{FEFF}1", .byteOrderMark, 0), RefusedText("\u{FEFF}", .byteOrderMark, 0),
        RefusedText(" \u{FEFF}1", .expectedValue, 1),
        RefusedText([0xFE, 0xFF, 0x00, 0x31], .expectedValue, 0),
        RefusedText([0xFF, 0xFE, 0x31, 0x00], .expectedValue, 0),
        RefusedText([0x31, 0x00], .trailingData, 1), RefusedText([0xEF, 0xBB], .expectedValue, 0),
        RefusedText([0x5B, 0xFF, 0x5D], .expectedValue, 1),
    ]

    static let words = [
        RefusedText("nul", .unexpectedEnd, 3), RefusedText("nulL", .expectedValue, 0),
        RefusedText("Null", .expectedValue, 0),
        RefusedText("tru", .unexpectedEnd, 3), RefusedText("[tru]", .expectedValue, 1),
        RefusedText("True", .expectedValue, 0),
        RefusedText("truee", .trailingData, 4), RefusedText("fals", .unexpectedEnd, 4),
        RefusedText("FALSE", .expectedValue, 0),
        RefusedText("undefined", .expectedValue, 0), RefusedText("NaN", .expectedValue, 0),
        RefusedText("nan", .expectedValue, 0),
        RefusedText("Infinity", .expectedValue, 0), RefusedText("-Infinity", .invalidNumber, 1),
        RefusedText("-NaN", .invalidNumber, 1),
        RefusedText("a", .expectedValue, 0), RefusedText("'a'", .expectedValue, 0),
        RefusedText("`a`", .expectedValue, 0),
    ]

    static let numbers = [
        RefusedText("-", .unexpectedEnd, 1), RefusedText("[-]", .invalidNumber, 2),
        RefusedText("+1", .expectedValue, 0),
        RefusedText("--1", .invalidNumber, 1), RefusedText("-+1", .invalidNumber, 1),
        RefusedText("01", .leadingZero, 0),
        RefusedText("00", .leadingZero, 0), RefusedText("-01", .leadingZero, 1), RefusedText("[012]", .leadingZero, 1),
        RefusedText("01.5", .leadingZero, 0), RefusedText(".5", .expectedValue, 0),
        RefusedText("-.5", .invalidNumber, 1),
        RefusedText("1.", .unexpectedEnd, 2), RefusedText("[1.]", .invalidNumber, 3),
        RefusedText("1.e5", .invalidNumber, 2),
        RefusedText("1.-5", .invalidNumber, 2), RefusedText("1e", .unexpectedEnd, 2),
        RefusedText("[1e]", .invalidNumber, 3),
        RefusedText("1e+", .unexpectedEnd, 3), RefusedText("[1E-]", .invalidNumber, 4),
        RefusedText("1e1.5", .trailingData, 3),
        RefusedText("1e1e1", .trailingData, 3), RefusedText("1.2.3", .trailingData, 3),
        RefusedText("0x10", .trailingData, 1),
        RefusedText("1_000", .trailingData, 1), RefusedText("1a", .trailingData, 1),
        RefusedText("[1a]", .expectedCommaOrEnd, 2),
        RefusedText("1 000", .trailingData, 2), RefusedText("\u{FF11}", .expectedValue, 0),
        RefusedText("1\u{660}", .trailingData, 1),
        RefusedText("1f", .trailingData, 1), RefusedText("1,0", .trailingData, 1),
        RefusedText("- 1", .invalidNumber, 1),
        RefusedText("1e 5", .invalidNumber, 2),
    ]

    static let strings = [
        RefusedText("\"", .unexpectedEnd, 1), RefusedText("\"a", .unexpectedEnd, 2),
        RefusedText("\"\\", .unexpectedEnd, 2),
        RefusedText("\"\\\"", .unexpectedEnd, 3), RefusedText("\"\\a\"", .invalidEscape, 1),
        RefusedText("\"\\'\"", .invalidEscape, 1),
        RefusedText("\"\\0\"", .invalidEscape, 1), RefusedText("\"\\x41\"", .invalidEscape, 1),
        RefusedText("\"\\U0041\"", .invalidEscape, 1),
        RefusedText("\"ab\\v\"", .invalidEscape, 3), RefusedText("\"\\\n\"", .invalidEscape, 1),
        RefusedText("\"\\\u{E9}\"", .invalidEscape, 1),
        RefusedText("\"\\u\"", .invalidEscape, 1), RefusedText("\"\\u004\"", .invalidEscape, 1),
        RefusedText("\"\\u00g0\"", .invalidEscape, 1),
        RefusedText("\"\\u 041\"", .invalidEscape, 1), RefusedText("\"\\u+041\"", .invalidEscape, 1),
        RefusedText("\"\\u00", .unexpectedEnd, 5),
        RefusedText("\"\\u{41}\"", .invalidEscape, 1), RefusedText("\"\\uD800\"", .loneSurrogate, 1),
        RefusedText("\"\\uDBFF\"", .loneSurrogate, 1),
        RefusedText("\"\\uDC00\"", .loneSurrogate, 1), RefusedText("\"\\uDFFFx\"", .loneSurrogate, 1),
        RefusedText("\"a\\uD83Dx\"", .loneSurrogate, 2),
        RefusedText("\"\\uD83D\\n\"", .loneSurrogate, 1), RefusedText("\"\\uD83D\\uD83D\"", .loneSurrogate, 1),
        RefusedText("\"\\uDE00\\uD83D\"", .loneSurrogate, 1), RefusedText("\"\\uD83D\\u0041\"", .loneSurrogate, 1),
        RefusedText("\"\\uD83D\\uE000\"", .loneSurrogate, 1), RefusedText("\"\\uD83D\\uDE0\"", .invalidEscape, 7),
        RefusedText("\"\\uD83D", .unexpectedEnd, 7), RefusedText("\"\\uD83D\\", .unexpectedEnd, 8),
        RefusedText("\"\\uD83D\\u", .unexpectedEnd, 9),
        RefusedText("\"\n\"", .controlCharacter, 1), RefusedText("\"\t\"", .controlCharacter, 1),
        RefusedText("\"\u{0}\"", .controlCharacter, 1),
        RefusedText("\"\u{1F}\"", .controlCharacter, 1), RefusedText("\"12345678901\r2345678\"", .controlCharacter, 12),
        RefusedText("\"a\\n\u{1}\"", .controlCharacter, 4), RefusedText("[\"\u{0}\"]", .controlCharacter, 2),
        RefusedText("{\"\u{1}\":1}", .controlCharacter, 2), RefusedText("\"a\"b\"", .trailingData, 3),
        RefusedText("'a'", .expectedValue, 0),
    ]

    static let invalidUTF8: [RefusedText] = [
        .string(0x80), .string(0xBF), .string(0xC0, 0x80), .string(0xC0, 0xAF), .string(0xC1, 0xBF), .string(0xC2),
        .string(0xC2, 0x41), .string(0xC2, 0xC2, 0x80), .string(0xDF, 0xC0), .string(0xE0, 0x80, 0x80),
        .string(0xE0, 0x9F, 0xBF),
        .string(0xE0, 0xA0), .string(0xE1, 0x80), .string(0xE1, 0x80, 0x41), .string(0xED, 0xA0, 0x80),
        .string(0xED, 0xBF, 0xBF),
        .string(0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80), .string(0xEF, 0xBF), .string(0xF0, 0x80, 0x80, 0x80),
        .string(0xF0, 0x8F, 0xBF, 0xBF),
        .string(0xF0, 0x90, 0x80), .string(0xF0, 0x9F, 0x98, 0x41), .string(0xF4, 0x90, 0x80, 0x80),
        .string(0xF5, 0x80, 0x80, 0x80),
        .string(0xF7, 0xBF, 0xBF, 0xBF), .string(0xF8, 0x88, 0x80, 0x80, 0x80),
        .string(0xFC, 0x84, 0x80, 0x80, 0x80, 0x80), .string(0xFE),
        .string(0xFF), .string(0x61, 0xC3, 0xA9, 0x80, offset: 4),
        .string(0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0xFF, offset: 10),
        RefusedText([0x22, 0xC3], .invalidUTF8, 1), RefusedText([0x22, 0xE2, 0x82], .invalidUTF8, 1),
        RefusedText([0x22, 0xF0, 0x9F, 0x98], .invalidUTF8, 1),
        RefusedText([0x22, 0x5C, 0x6E, 0xFF, 0x22], .invalidUTF8, 3),
        RefusedText([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x30, 0x7D], .invalidUTF8, 2),
        RefusedText([0x22, 0x5C, 0x75, 0x30, 0x30, 0x34, 0xC3, 0x22], .invalidEscape, 1),
    ]

    static let duplicates = [
        RefusedText(#"{"a":1,"a":1}"#, .duplicateKey, 7), RefusedText(#"{"a":1,"b":2,"a":3}"#, .duplicateKey, 13),
        RefusedText(#"{"":1,"":2}"#, .duplicateKey, 6), RefusedText(#"{"a":1,"\u0061":2}"#, .duplicateKey, 7),
        RefusedText(#"{"é":1,"\u00e9":2}"#, .duplicateKey, 8),
        RefusedText(#"{"😀":1,"\ud83d\ude00":2}"#, .duplicateKey, 10),
        RefusedText(#"[{"x":{"a":1,"a":2}}]"#, .duplicateKey, 13), RefusedText(#"{"/":1,"\/":2}"#, .duplicateKey, 7),
        RefusedText(#"{"a":{},"a":[]}"#, .duplicateKey, 8),
    ]

    @Test(arguments: structure) func refusesStructure(_ refused: RefusedText) throws { try refused.check() }
    @Test(arguments: words) func refusesWord(_ refused: RefusedText) throws { try refused.check() }
    @Test(arguments: numbers) func refusesNumber(_ refused: RefusedText) throws { try refused.check() }
    @Test(arguments: strings) func refusesString(_ refused: RefusedText) throws { try refused.check() }
    @Test(arguments: invalidUTF8) func refusesInvalidUTF8(_ refused: RefusedText) throws { try refused.check() }
    @Test(arguments: duplicates) func refusesDuplicateKey(_ refused: RefusedText) throws { try refused.check() }

    /// With many members the keys are found through a table instead of one by one.
    @Test(arguments: [8, 9, 16, 17, 100, 1000]) func duplicateAmongMany(_ count: Int) throws {
        let members = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        #expect(try JSONReader.parse("{\(members)}").objectValue?.count == count)
        for repeated in [0, count / 2, count - 1] {
            try RefusedText("{\(members),\"k\(repeated)\":0}", .duplicateKey, members.utf8.count + 2).check()
        }
    }

    @Test func depth() throws {
        try RefusedText(String(repeating: "[", count: 65), .tooDeep, 64).check()
        try RefusedText(String(repeating: "[", count: 100_000), .tooDeep, 64).check()
        let objects = String(repeating: #"{"a":"#, count: 65) + "0" + String(repeating: "}", count: 65)
        try RefusedText(objects, .tooDeep, 64 * 5).check()
        try RefusedText(String(repeating: "[", count: 64), .unexpectedEnd, 64).check()
    }

    /// No beginning of a text that ends with a bracket or a quote is a text itself.
    @Test func everyPrefix() throws {
        let bytes = Array(#"{"a":[1.5e3,true,false,null,"é😀\u00e9\ud83d\ude00\n"],"b":{"c":{}}}"#.utf8)
        #expect(throws: Never.self) { try JSONReader.parse(bytes) }
        for length in 0..<bytes.count {
            #expect(throws: JSONError.self) { try JSONReader.parse(Array(bytes.prefix(length))) }
        }
    }
}
