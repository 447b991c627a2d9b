// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON

extension ReceivedPush {
    /// Those of `texts` that whoever sees the request can read: in its path, header fields or body, as they are or in
    /// base64.
    ///
    /// A text of fewer than five bytes would stand in ciphertext by chance, so it counts only as a whole string of the
    /// JSON, or of JSON that is a string in it.
    public func readable(_ texts: [String]) -> [String] {
        var places = headers.map { Array($0.value.utf8) }
        places.append(Array(path.utf8))
        places.append(body)
        let strings = (try? JSONReader.parse(body)).map(Self.strings) ?? []
        return texts.filter { text in
            guard text.utf8.count >= Self.shortest else { return strings.contains { $0.hasSameBytes(as: text) } }
            return strings.contains { $0.utf8.contains(Array(text.utf8)) }
                || places.contains { place in
                    place.contains(Array(text.utf8))
                        || Self.base64Forms(of: text).contains { place.map(Self.urlCharacter).contains($0) }
                }
        }
    }

    private static let shortest = 5

    /// All strings of a value, and those of each string that is JSON itself. Escapes are gone from them.
    private static func strings(of value: JSONValue) -> [String] {
        switch value {
        case .null, .bool, .number: []
        case .string(let text): [text] + ((try? JSONReader.parse(text)).map(strings) ?? [])
        case .array(let elements): elements.flatMap(strings)
        case .object(let object): object.flatMap { [$0.key] + strings(of: $0.value) }
        }
    }

    /// The characters that any base64 text has which holds `text`, for each way that it can lie in groups of three
    /// bytes.
    private static func base64Forms(of text: String) -> [[UInt8]] {
        (0..<3).map { offset in
            let bytes = [UInt8](repeating: 0, count: offset) + Array(text.utf8)
            let complete = bytes.count * 8 / 6
            // The first and the last character may share their bits with a neighbour.
            return Array(Base64URL.encode(bytes).utf8.prefix(complete).dropFirst((offset * 8 + 5) / 6))
        }
    }

    private static func urlCharacter(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: byte
        }
    }
}
