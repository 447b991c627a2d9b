// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isLowerHexadecimal: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self) }
    var isLetterOrDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    var isBase64URL: Bool { isLetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
}

extension StringProtocol {
    /// Whether both have the same bytes: canonically equivalent texts are different names.
    func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
