// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
    /// Appends four bytes, the most significant first.
    mutating func append(bigEndian number: UInt32) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}

extension UInt32 {
    /// The number that bytes, the most significant first, stand for.
    init(bigEndian bytes: ArraySlice<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
