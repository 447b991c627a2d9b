// SPDX-License-Identifier: Apache-2.0
import Foundation

extension [UInt8] {
    /// The bytes that a string of hexadecimal digits, spaces ignored, stands for.
    init(hex: String) {
        let digits = hex.unicodeScalars.filter { $0 != " " && $0 != "\n" }.map { String($0) }
        precondition(digits.count.isMultiple(of: 2))
        self = stride(from: 0, to: digits.count, by: 2).map { index in
            guard let byte = UInt8(digits[index] + digits[index + 1], radix: 16) else {
                preconditionFailure("no hexadecimal digits")
            }
            return byte
        }
    }
}

extension Data {
    /// The bytes that a string of hexadecimal digits stands for.
    init(hex: String) {
        self.init([UInt8](hex: hex))
    }
}

extension Sequence<UInt8> {
    /// The bytes in lower-case hexadecimal digits.
    var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension ContiguousBytes {
    /// The bytes in lower-case hexadecimal digits.
    var contents: String {
        withUnsafeBytes { $0.hex }
    }
}
