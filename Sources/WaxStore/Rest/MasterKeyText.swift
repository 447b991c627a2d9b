// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxCrypto

/// The written form of a master key: a line `<number> <64 hex digits>` for each key.
///
/// Empty lines and lines that start with `#` are passed over. A comma may stand for the end of a line, for the sake of
/// environment variables.
enum MasterKeyText {
    /// Reads the text. Errors: `keyFile`, which names `source` and the line, and nothing of what stands in it.
    static func parse(_ text: UnsafeRawBufferPointer, source: String) throws -> MasterKey {
        var keys: [UInt32: SymmetricKey] = [:]
        let lines = text.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
        for (index, line) in lines.enumerated() {
            if line.first(where: { !isSpace($0) }) == UInt8(ascii: "#") { continue }
            for entry in line.split(separator: UInt8(ascii: ",")) where !entry.allSatisfy(isSpace) {
                let words = entry.split(whereSeparator: isSpace)
                guard words.count == 2, let id = number(words[0]), let key = key(words[1]) else {
                    throw RestError(
                        .keyFile, "line \(index + 1) of \(source) is not a number above 0 and 64 hex digits")
                }
                guard keys.updateValue(key, forKey: id) == nil else {
                    throw RestError(.keyFile, "\(source) has two keys of the number \(id)")
                }
            }
        }
        guard !keys.isEmpty else { throw RestError(.keyFile, "\(source) holds no key") }
        return try MasterKey(keys)
    }

    /// The text of a master key file with one key, the first.
    static func first(_ key: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        let comment = """
            # Waxwing's master key. Without it the database cannot be read: keep a copy in a safe place, apart from
            # the database's backups. To change the key add a line with the next number. The first line stays.

            """
        var text = Array(comment.utf8)
        text.reserveCapacity(text.count + 2 * key.count + 3)
        text.append(contentsOf: "1 ".utf8)
        for byte in key {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        text.append(UInt8(ascii: "\n"))
        return text
    }

    private static func isSpace(_ character: UInt8) -> Bool {
        [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains(character)
    }

    private static func number(_ word: Slice<UnsafeRawBufferPointer>) -> UInt32? {
        guard let id = UInt32(String(decoding: word, as: UTF8.self)), id > 0 else { return nil }
        return id
    }

    private static func key(_ word: Slice<UnsafeRawBufferPointer>) -> SymmetricKey? {
        guard word.count == 64 else { return nil }
        let digits = UnsafeRawBufferPointer(rebasing: word)
        return withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { bytes in
            defer { if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) } }
            for index in 0..<32 {
                guard let high = nibble(digits[2 * index]), let low = nibble(digits[2 * index + 1]) else { return nil }
                bytes[index] = high << 4 | low
            }
            return SymmetricKey(data: UnsafeRawBufferPointer(bytes))
        }
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
