// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// Something that must not be found in what a server keeps, with the name by which a test may speak of it.
struct Secret: Sendable {
    let name: String
    let bytes: [UInt8]
    /// Its forms as text; those of bytes that are no text are the digits for them.
    let forms: [[UInt8]]
    /// Whether it is too short to be told from a number that stands somewhere by chance.
    var isShort: Bool { bytes.count < 8 }

    init(_ name: String, _ text: String) {
        self.name = name
        bytes = Array(text.utf8)
        forms = Disclosure.forms(of: text)
    }

    init(_ name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        forms = [Disclosure.hexadecimal(bytes)] + Disclosure.base64(bytes)
    }

    /// The beginnings of its hashes without a key, as bytes and as text: whoever has one can try out what is short.
    var hashes: [[UInt8]] {
        PlainDigest.allCases.flatMap { function -> [[UInt8]] in
            let digest = function.digest(of: bytes)
            let digits = Disclosure.hexadecimal(Array(digest.prefix(8)))
            let capitals = digits.map { $0 >= UInt8(ascii: "a") ? $0 - 0x20 : $0 }
            return [Array(digest.prefix(8)), digits, capitals] + Disclosure.base64(Array(digest.prefix(12)))
        }
    }
}
