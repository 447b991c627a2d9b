// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxSystem

/// The text of an API key: `mk_live_` or `mk_test_`, 32 random base-62 characters, and six that check them.
///
/// The check lets a scanner that finds one in a repository tell it from a look-alike, without asking the server.
package struct APIKeySecret: Sendable {
    package let text: String
    package let mode: Mode

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let bodyLength = 32
    private static let checkLength = 6

    /// Makes a new key.
    package init(mode: Mode, random: some RandomSource) {
        var body: [UInt8] = []
        while body.count < Self.bodyLength {
            // 248 is the largest multiple of 62 in a byte: what lies above would favour some characters.
            for byte in random.bytes(Self.bodyLength) where byte < 248 && body.count < Self.bodyLength {
                body.append(Self.alphabet[Int(byte % 62)])
            }
        }
        let start = Self.prefix(of: mode) + String(decoding: body, as: UTF8.self)
        text = start + Self.check(of: start)
        self.mode = mode
    }

    /// Reads a key; nil for a text that was never one.
    package init?(_ text: String) {
        guard let mode = [Mode.live, .test].first(where: { text.hasPrefix(Self.prefix(of: $0)) }) else { return nil }
        let start = String(text.dropLast(Self.checkLength))
        guard text.utf8.count == Self.prefix(of: mode).utf8.count + Self.bodyLength + Self.checkLength,
            text.utf8.allSatisfy({ Self.alphabet.contains($0) || $0 == UInt8(ascii: "_") }),
            text == start + Self.check(of: start)
        else { return nil }
        self.text = text
        self.mode = mode
    }

    /// What may be shown of it later.
    package var displayPrefix: String { String(text.prefix(12)) }

    private static func prefix(of mode: Mode) -> String { mode == .live ? "mk_live_" : "mk_test_" }

    private static func check(of start: String) -> String {
        let digest = SHA256.hash(data: Array(start.utf8))
        return String(decoding: digest.prefix(checkLength).map { alphabet[Int($0) % 62] }, as: UTF8.self)
    }
}
