// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxSystem

/// Makes the names that providers give: ids, device tokens, message ids.
struct TokenMint: Sendable {
    let random: any RandomSource

    /// Ten characters, as of a team or a key of Apple's.
    func appleID() -> String { text(10, of: "ABCDEFGHJKLMNPQRSTUVWXYZ23456789") }

    /// Lower-case hexadecimal digits, two for each byte.
    func hexadecimal(bytes count: Int) -> String { Self.hexadecimal(random.bytes(count)) }

    /// Characters of the base64url alphabet.
    func base64URL(bytes count: Int) -> String { Base64URL.encode(random.bytes(count)) }

    /// A canonical UUID of version 4, lower case.
    func uuid() -> String {
        var bytes = random.bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array(Self.hexadecimal(bytes))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }

    /// What stands after the instance id in every registration token of Google's.
    func registrationSuffix() -> String { ":APA91b" + base64URL(bytes: 100) }

    /// The last part of a message name of Google's.
    func messageName(at time: Timestamp) -> String {
        "0:\(time.milliseconds)\(text(3, of: "0123456789"))%\(hexadecimal(bytes: 8))"
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private func text(_ count: Int, of alphabet: StaticString) -> String {
        let characters = alphabet.withUTF8Buffer { Array($0) }
        return String(decoding: random.bytes(count).map { characters[Int($0) % characters.count] }, as: UTF8.self)
    }
}
