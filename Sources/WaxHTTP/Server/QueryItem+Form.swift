// SPDX-License-Identifier: Apache-2.0

/// The form encoding, `application/x-www-form-urlencoded`, of queries and bodies.
extension QueryItem {
    /// Takes an encoded query or body apart; nil for a bad escape, a zero byte or bytes that are not UTF-8.
    package static func parse(_ bytes: ArraySlice<UInt8>) -> [QueryItem]? {
        var items: [QueryItem] = []
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = PercentCoding.decode(part[..<equals], plusIsSpace: true),
                let value = PercentCoding.decode(part[equals...].dropFirst(), plusIsSpace: true)
            else { return nil }
            items.append(QueryItem(name: name, value: value))
        }
        return items
    }

    /// Decodes one name or value.
    package static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        PercentCoding.decode(bytes, plusIsSpace: true)
    }
}
