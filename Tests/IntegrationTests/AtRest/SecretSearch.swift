// SPDX-License-Identifier: Apache-2.0

/// Looks for many secrets at once in the bytes of a file: as they are, in other forms of text, and as hashes.
struct SecretSearch: Sendable {
    /// The bytes that are looked at first.
    private static let wordLength = 6
    /// Fewer bytes stand somewhere by chance, as a part of an identifier, so they count only with nothing like it beside.
    private static let certain = 10

    private struct Form {
        let name: String
        let bytes: [UInt8]
        let standsAlone: Bool
    }

    /// The forms by their first six bytes.
    private let forms: [UInt64: [Form]]
    /// For each possible hash of six bytes, whether a form begins with such.
    private let beginnings: [Bool]

    init(_ secrets: [Secret]) {
        var all: [Form] = []
        for secret in secrets {
            for bytes in Set([secret.bytes] + secret.forms) where bytes.count >= Self.wordLength {
                all.append(Form(name: secret.name, bytes: bytes, standsAlone: bytes.count < Self.certain))
            }
            for bytes in secret.hashes {
                all.append(Form(name: "hash of \(secret.name)", bytes: bytes, standsAlone: false))
            }
        }
        forms = Dictionary(grouping: all) { form -> UInt64 in
            form.bytes.prefix(Self.wordLength).reduce(0) { $0 << 8 | UInt64($1) }
        }
        beginnings = forms.keys.reduce(into: Array(repeating: false, count: 1 << 20)) { $0[Self.slot($1)] = true }
    }

    /// The names of all secrets that stand in `bytes`.
    func found(in bytes: [UInt8]) -> Set<String> {
        var found: Set<String> = []
        bytes.withUnsafeBufferPointer { bytes in
            beginnings.withUnsafeBufferPointer { beginnings in
                var word: UInt64 = 0
                for index in bytes.indices {
                    word = (word << 8 | UInt64(bytes[index])) & 0xFFFF_FFFF_FFFF
                    guard beginnings[Self.slot(word)], let candidates = forms[word] else { continue }
                    let start = index + 1 - Self.wordLength
                    guard start >= 0 else { continue }
                    for form in candidates where Self.stands(form, in: bytes, at: start) { found.insert(form.name) }
                }
            }
        }
        return found
    }

    private static func stands(_ form: Form, in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        let end = start + form.bytes.count
        guard end <= bytes.count, bytes[start..<end].elementsEqual(form.bytes) else { return false }
        guard form.standsAlone else { return true }
        return (start == 0 || !isPartOfWord(bytes[start - 1])) && (end == bytes.count || !isPartOfWord(bytes[end]))
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
    }

    private static func slot(_ word: UInt64) -> Int { Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 44) }
}
