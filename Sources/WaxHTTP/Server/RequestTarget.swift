// SPDX-License-Identifier: Apache-2.0

/// A request target taken apart (RFC 9112 section 3.2): origin form, or absolute form without its host.
struct RequestTarget {
    let path: String
    let segments: [String]
    let query: [QueryItem]

    /// Nil when `text` is no path, or has a bad percent escape, a zero byte or bytes that are not UTF-8.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let start = Self.pathStart(bytes) else { return nil }
        let queryMark = bytes[start...].firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let path = bytes[start..<queryMark]
        // Control characters, spaces and fragments are never part of a target.
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "#") }) else { return nil }
        var segments: [String] = []
        if path.count > 1 {
            for part in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
                guard let segment = PercentCoding.decode(part) else { return nil }
                segments.append(segment)
            }
        }
        guard let query = QueryItem.parse(bytes[queryMark...].dropFirst()) else { return nil }
        self.path = path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
        self.segments = segments
        self.query = query
    }

    /// Where the path begins; the end of `bytes` when an absolute form has none.
    private static func pathStart(_ bytes: [UInt8]) -> Int? {
        if bytes.first == UInt8(ascii: "/") { return 0 }
        for scheme in ["http://", "https://"] where bytes.starts(with: scheme.utf8) {
            return bytes[scheme.utf8.count...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
                ?? bytes.endIndex
        }
        return nil
    }
}
