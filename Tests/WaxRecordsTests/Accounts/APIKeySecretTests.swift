// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxRecords
import WaxSystem

@Suite struct APIKeySecretTests {
    @Test(arguments: [Mode.live, .test]) func aNewKeyReadsBack(mode: Mode) throws {
        for _ in 0..<50 {
            let secret = APIKeySecret(mode: mode, random: SystemRandom())
            let prefix = mode == .live ? "mk_live_" : "mk_test_"
            #expect(secret.mode == mode)
            #expect(secret.text.hasPrefix(prefix))
            #expect(secret.text.utf8.count == 46)
            #expect(secret.text.dropFirst(8).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
            #expect(secret.displayPrefix == secret.text.prefix(12))
            let read = try #require(APIKeySecret(secret.text))
            #expect(read.text == secret.text && read.mode == mode)
        }
    }

    @Test func theCheckCharactersAreThoseOfAHash() throws {
        let start = "mk_live_0123456789ABCDEFGHIJKLMNOPQRSTUV"
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        let check = SHA256.hash(data: Array(start.utf8)).prefix(6).map { alphabet[Int($0) % 62] }
        #expect(APIKeySecret(start + String(check)) != nil)
    }

    @Test func anyOtherCharacterIsNoticed() throws {
        let secret = APIKeySecret(mode: .live, random: SystemRandom())
        for position in 8..<46 {
            var bytes = Array(secret.text.utf8)
            bytes[position] = bytes[position] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
            #expect(APIKeySecret(String(decoding: bytes, as: UTF8.self)) == nil, "position \(position)")
        }
    }

    @Test(arguments: ["", "mk_live_", "mk_test_", "sk_live_0123456789ABCDEFGHIJKLMNOPQRSTUV000000", "mk_live_é", "🗝️"])
    func whatWasNeverAKeyIsRefused(text: String) {
        #expect(APIKeySecret(text) == nil)
    }

    @Test func aKeyIsNotReadWithMoreOrLessAroundIt() throws {
        let text = APIKeySecret(mode: .test, random: SystemRandom()).text
        for other in [
            text + "0", String(text.dropLast()), " " + text, text + "\n", text.uppercased(), text + "\u{301}",
        ] {
            #expect(APIKeySecret(other) == nil)
        }
        #expect(APIKeySecret(text.replacingPrefix("mk_test_", with: "mk_live_")) == nil)
    }

    @Test func noCharacterIsFavoured() {
        // 60 000 characters: each of 62 about 968 times; six standard deviations are 186.
        var counts: [Character: Int] = [:]
        for _ in 0..<1875 {
            for character in APIKeySecret(mode: .live, random: SystemRandom()).text.dropFirst(8).prefix(32) {
                counts[character, default: 0] += 1
            }
        }
        #expect(counts.count == 62)
        #expect(counts.values.allSatisfy { (780...1160).contains($0) })
    }
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String, with other: String) -> String {
        other + dropFirst(prefix.count)
    }
}
