// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// The date of an HTTP header (RFC 9110 section 5.6.7).
enum HTTPDate {
    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything else, the two obsolete forms included.
    static func parse(_ text: String) -> Timestamp? {
        let parts = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .compactMap { String($0) }
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].utf8.last == UInt8(ascii: ","), parts[5] == "GMT",
            let month = months.firstIndex(of: parts[2])
        else { return nil }
        // Timestamp checks the digits and the ranges.
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Timestamp(rfc3339: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
