// SPDX-License-Identifier: Apache-2.0

/// Makes text from outside fit to be stored and shown.
enum BoundedText {
    /// The first `limit` bytes, with `?` for each byte that is no printable ASCII.
    static func printable(_ text: String, limit: Int) -> String {
        // Nearly every text is as it should be.
        if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        return String(decoding: text.utf8.prefix(limit).map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
    }
}
