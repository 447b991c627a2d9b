// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope

/// What somebody who sees bytes can read in them.
enum Disclosure {
    /// Those of `texts` that stand in `bytes` in any form that a program might have given them.
    static func found(_ texts: [String], in bytes: [UInt8]) -> [String] {
        texts.filter { text in forms(of: text).contains { contains($0, in: bytes) } }
    }

    /// A text as it is, escaped as JSON lets it be, percent-encoded, in hexadecimal digits, and in base64 wherever it
    /// may lie among the groups of three bytes.
    static func forms(of text: String) -> [[UInt8]] {
        let utf8 = Array(text.utf8)
        let lowerCase = hexadecimal(utf8)
        var forms = [utf8, lowerCase, lowerCase.map { $0 >= UInt8(ascii: "a") ? $0 - 0x20 : $0 }]
        for escaped in [escaped(text, slash: "/"), escaped(text, slash: "\\/")] {
            forms += [Array(escaped.utf8), Array(withUnicodeEscapes(escaped).utf8)]
        }
        let percentEncoded = utf8.map { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                ? String(UnicodeScalar(byte)) : "%" + digits(byte, 2).uppercased()
        }
        forms.append(Array(percentEncoded.joined().utf8))
        return forms + base64(utf8)
    }

    /// Two digits for each byte.
    static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { Array(digits($0, 2).utf8) } }

    /// Both alphabets of base64, for each place at which bytes may begin among groups of three.
    static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
        (0..<3).flatMap { offset -> [[UInt8]] in
            let padded = [UInt8](repeating: 0, count: offset) + bytes
            // The first and the last character share their bits with neighbours.
            let characters = Base64URL.encode(padded).utf8.prefix(padded.count * 8 / 6).dropFirst((offset * 8 + 5) / 6)
            let text = Array(characters)
            return [
                text,
                text.map {
                    $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
                },
            ]
        }
    }

    private static func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = needle.first, needle.count <= bytes.count else { return false }
        return (0...(bytes.count - needle.count)).contains { bytes[$0] == first && bytes[$0...].starts(with: needle) }
    }

    private static func escaped(_ text: String, slash: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "/": slash
            case "\n": "\\n"
            case "\t": "\\t"
            case "\r": "\\r"
            default: scalar.value < 0x20 ? "\\u00" + digits(UInt8(scalar.value), 2) : String(scalar)
            }
        }.joined()
    }

    private static func withUnicodeEscapes(_ text: String) -> String {
        text.utf16.map { unit in
            unit < 0x80 ? String(UnicodeScalar(UInt8(unit))) : "\\u" + digits(unit, 4)
        }.joined()
    }

    private static func digits(_ value: some BinaryInteger, _ count: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: count - digits.count) + digits
    }
}
