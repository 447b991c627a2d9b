// SPDX-License-Identifier: Apache-2.0

extension FixedWidthInteger {
    /// The bytes, the highest first.
    package var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension UnsafeRawBufferPointer {
    /// The number whose bytes, the highest first, begin at `offset`.
    func bigEndian<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
        Number(bigEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
