// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxSystem

/// A random text by which somebody is known: `mk_live_` or `mk_test_` for an API key, 32 random base-62 characters
/// (190 bits), and six that check them.
///
/// The check lets a scanner that finds one in a repository tell it from a look-alike, without asking the server.
package struct Secret<Kind: SecretKind>: Sendable {
    package let text: String
    package let mode: Mode

    /// Makes a new one.
    package init(mode: Mode, random: some RandomSource) {
        let start = Self.prefix(of: mode) + String(decoding: SecretForm.body(random), as: UTF8.self)
        text = start + String(decoding: SecretForm.check(of: start.utf8), as: UTF8.self)
        self.mode = mode
    }

    /// Reads one; nil for a text that was never one of this kind.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let mode = [Mode.live, .test].first(where: { bytes.starts(with: Self.prefix(of: $0).utf8) }) else {
            return nil
        }
        let random = bytes.dropFirst(Self.prefix(of: mode).utf8.count)
        guard random.count == SecretForm.bodyLength + SecretForm.checkLength,
            random.allSatisfy(SecretForm.isOfAlphabet),
            bytes.suffix(SecretForm.checkLength)
                .elementsEqual(SecretForm.check(of: bytes.dropLast(SecretForm.checkLength)))
        else { return nil }
        self.text = text
        self.mode = mode
    }

    /// Whether a text begins as one of this kind does.
    package static func hasMark(_ text: String) -> Bool { text.utf8.starts(with: Kind.mark.utf8) }

    /// What may be shown of it later.
    package var displayPrefix: String { String(text.prefix(12)) }

    private static func prefix(of mode: Mode) -> String { Kind.mark + (mode == .live ? "_live_" : "_test_") }
}

/// What a secret is for.
package protocol SecretKind: Sendable {
    /// How its text begins.
    static var mark: String { get }
}

package enum APIKeyKind: SecretKind {
    package static let mark = "mk"
}

package enum OAuthClientKind: SecretKind {
    package static let mark = "mc"
}

package enum OAuthTokenKind: SecretKind {
    package static let mark = "mt"
}

package typealias APIKeySecret = Secret<APIKeyKind>
package typealias OAuthClientSecret = Secret<OAuthClientKind>
package typealias OAuthAccessToken = Secret<OAuthTokenKind>

/// What every kind of secret looks like.
enum SecretForm {
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    static let bodyLength = 32
    static let checkLength = 6

    /// Characters of the alphabet, all equally likely.
    static func body(_ random: some RandomSource) -> [UInt8] {
        var body: [UInt8] = []
        while body.count < bodyLength {
            // 248 is the largest multiple of 62 in a byte: what lies above would favour some characters.
            for byte in random.bytes(bodyLength) where byte < 248 && body.count < bodyLength {
                body.append(alphabet[Int(byte % 62)])
            }
        }
        return body
    }

    static func isOfAlphabet(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    static func check(of start: some Sequence<UInt8>) -> [UInt8] {
        SHA256.hash(data: Array(start)).prefix(checkLength).map { alphabet[Int($0) % 62] }
    }
}
