// SPDX-License-Identifier: Apache-2.0

/// Whether a path of the API takes notifications, however it is written.
enum NotificationPathRule {
    /// True for `/notifications` and all below it: without regard to case, doubled slashes, dots and escapes, of which
    /// some server on the way might make the plain path. Where a path goes up, the word counts wherever it stands.
    static func includes(_ path: String) -> Bool {
        let segments = PathSegments.of(path).filter { !$0.isEmpty && $0 != [UInt8(ascii: ".")] }
        let goesUp = segments.contains(where: PathSegments.isDots)
        return segments.prefix(goesUp ? segments.count : 1).contains(where: isNotifications)
    }

    /// What an escaped `?`, `#` or `;` sets apart is not part of the word.
    private static func isNotifications(_ segment: ArraySlice<UInt8>) -> Bool {
        let ends = Array("?#;".utf8)
        let word = segment.prefix { !ends.contains($0) }
        return String(decoding: word, as: UTF8.self).lowercased().utf8.elementsEqual("notifications".utf8)
    }
}
