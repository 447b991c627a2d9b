// SPDX-License-Identifier: Apache-2.0

/// Whether a path of the API takes notifications, however it is written.
enum NotificationPathRule {
    /// True for `/notifications` and all below it: without regard to case, doubled slashes, dots and escapes, of which
    /// some server on the way might make the plain path.
    static func includes(_ path: String) -> Bool {
        var segments: [String] = []
        for segment in decoded(path.prefix { $0 != "?" && $0 != "#" }).split(whereSeparator: { $0 == "/" || $0 == "\\" }
        ) {
            switch segment {
            case ".": break
            case "..": _ = segments.popLast()
            default: segments.append(segment.lowercased())
            }
        }
        return segments.first == "notifications"
    }

    /// Decodes escapes until none is left, so that doubled ones hide nothing.
    private static func decoded(_ text: some StringProtocol) -> String {
        var bytes = Array(text.utf8)
        while true {
            let once = decodedOnce(bytes)
            if once == bytes { return String(decoding: bytes, as: UTF8.self) }
            bytes = once
        }
    }

    private static func decodedOnce(_ bytes: [UInt8]) -> [UInt8] {
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let byte = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }
}
