// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxEnvelope

@Suite struct Base64URLTests {
    /// RFC 4648 section 10, without the padding, and the two characters of its section 5.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"), ("\u{7}\u{FF}", "B8O_"), ("k\u{BE}", "a8K-"),
    ])
    func rfcVectors(plain: String, text: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == text)
        #expect(Base64URL.decode(text) == Array(plain.utf8))
    }

    @Test func agreesWithFoundation() {
        var generator = SystemRandomNumberGenerator()
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = Base64URL.encode(bytes)
            let plain = Data(bytes).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(text == plain)
            #expect(text.utf8.count == Base64URL.encodedCount(count))
            #expect(Base64URL.decode(text) == bytes)
        }
    }

    @Test func appendsAfterWhatIsThere() {
        var text = Array("ct:".utf8)
        Base64URL.append(Array("fooba".utf8).span, to: &text)
        Base64URL.append([UInt8]().span, to: &text)
        #expect(String(decoding: text, as: UTF8.self) == "ct:Zm9vYmE")
    }

    @Test(arguments: [
        "Z", "Zm9vY", "Zg==", "Zm8=", "Zm9v=", " Zm9v", "Zm9v ", "Zm\n9v", "Zm9v\n", "Zm+v", "Zm/v", "Zm.v", "Zm9\u{0}",
        "Zmé", "Zm9\u{212A}",
    ])
    func refusesOtherCharacters(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func refusesUnusedBits() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        for (value, last) in alphabet.enumerated() {
            #expect((Base64URL.decode("A\(last)") != nil) == (value % 16 == 0))
            #expect((Base64URL.decode("AA\(last)") != nil) == (value % 4 == 0))
            #expect(Base64URL.decode("AAA\(last)") != nil)
        }
    }

    @Test func takesNoOtherByte() {
        for byte in UInt8.min...UInt8.max {
            let isOfAlphabet =
                byte < 0x80
                && (Character(Unicode.Scalar(byte)).isLetter
                    || Character(Unicode.Scalar(byte)).isNumber || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_"))
            for place in 0..<4 {
                var text = Array("AAAA".utf8)
                text[place] = byte
                #expect((text.withUnsafeBufferPointer { Base64URL.decode($0) } != nil) == isOfAlphabet)
            }
        }
    }
}
