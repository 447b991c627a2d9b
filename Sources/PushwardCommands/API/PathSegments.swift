// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope

/// The segments of a path as the most lenient server on the way might read them.
///
/// They are bytes: a `Character` would join a separator with the mark that follows it.
enum PathSegments {
    /// The path before its query, with all escapes decoded, also doubled ones, divided at `/` and `\` whether these were
    /// escaped or not. Nothing is resolved: programs differ in whether `..` counts before decoding or after it.
    static func of(_ path: String) -> [ArraySlice<UInt8>] {
        let ends = Array("?#".utf8)
        return decoded(Array(path.utf8.prefix { !ends.contains($0) }))
            .split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    }

    /// Whether a segment names its own place or the one above.
    static func isDots(_ segment: ArraySlice<UInt8>) -> Bool {
        (1...2).contains(segment.count) && segment.allSatisfy { $0 == UInt8(ascii: ".") }
    }

    /// Decodes escapes until none is left.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        while case let once = decodedOnce(bytes), once.count < bytes.count { bytes = once }
        return bytes
    }

    private static func decodedOnce(_ bytes: [UInt8]) -> [UInt8] {
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = Hexadecimal.value(bytes[index + 1]), let low = Hexadecimal.value(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }
}
