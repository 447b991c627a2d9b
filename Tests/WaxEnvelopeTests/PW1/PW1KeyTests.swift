// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope

@Suite struct PW1KeyTests {
    private static let text = "f0e1d2c3b4a5968778695a4b3c2d1e0f00112233445566778899aabbccddeeff"

    @Test func published() throws {
        #expect(try PW1Key(Self.text).keyID == "eb6c5c92")
        #expect(try PW1Key(Self.text).text == Self.text)
        let counting = try PW1Key("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
        #expect(counting.keyID == "767c0806")
    }

    @Test(arguments: [
        text.uppercased(), " \(text)\n", text.map { "\($0) " }.joined(), "\u{9}\u{A}\u{B}\u{C}\u{D} \(text)",
        "F0E1d2c3b4a5968778695a4b3c2d1e0f\r\n00112233445566778899aabbccddeeff",
    ])
    func spellings(text: String) throws {
        #expect(try PW1Key(text) == PW1Key(Self.text))
        #expect(try PW1Key(text).text == Self.text)
    }

    @Test(
        arguments: [
            ("hlk_0123456789abcdef0123456789abcdef", .keyIsToken), ("hla_x", .keyIsToken), ("HLK_x", .keyIsToken),
            (" h l\nk_\(text)", .keyIsToken),
            ("", .keyLength), ("\(text.dropLast())", .keyLength), ("\(text)0", .keyLength), ("hlk", .keyLength),
            ("0x\(text)", .keyLength), ("\u{A0}\(text)", .keyLength), ("\(text)\u{85}", .keyLength),
            ("z\(text.dropLast(2))", .keyLength),
            ("g\(text.dropFirst())", .keyDigits), ("\(text.dropLast())-", .keyDigits),
            ("\u{A0}\(text.dropLast(2))", .keyDigits), ("\u{0}\(text.dropFirst())", .keyDigits),
            ("hlk-\(text.dropFirst(4))", .keyDigits),
        ] as [(String, PW1Error)])
    func refused(text: String, error: PW1Error) {
        #expect(throws: error) { try PW1Key(text) }
    }

    @Test func random() throws {
        let keys = (0..<8).map { _ in PW1Key() }
        #expect(Set(keys.map(\.text)).count == 8)
        for key in keys {
            #expect(try PW1Key(key.text) == key)
            #expect(key.keyID.utf8.count == 8)
        }
    }

    @Test func printsItsIDAlone() throws {
        let key = try PW1Key(Self.text)
        #expect("\(key)" == "e2e key eb6c5c92")
        #expect(String(reflecting: key) == "e2e key eb6c5c92")
        #expect("\([key])" == "[e2e key eb6c5c92]")
        var dumped = ""
        dump(key, to: &dumped)
        #expect(dumped.contains("eb6c5c92"))
        let isHidden = !dumped.contains("f0e1") && !dumped.contains("240")
        #expect(isHidden)
    }

    @Test func errorsRepeatNothing() {
        for text in ["hlk_5ecret", "5ecret", "5ecretx" + Self.text.dropFirst(7)] {
            let error = #expect(throws: PW1Error.self) { try PW1Key(text) }
            #expect("\(String(describing: error)) \(String(reflecting: error))".contains("ecret") == false)
        }
    }
}
