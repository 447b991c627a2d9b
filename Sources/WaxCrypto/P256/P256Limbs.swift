// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// A number of 256 bits in four limbs, the least significant first; nothing here takes longer for one than for another.
struct P256Limbs: Sendable {
    var limbs: (UInt64, UInt64, UInt64, UInt64)

    init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        limbs = (first, second, third, fourth)
    }

    /// The number that the 32 bytes are, the most significant first.
    init(bigEndian bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count == 32)
        func limb(at offset: Int) -> UInt64 {
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        self.init(limb(at: 24), limb(at: 16), limb(at: 8), limb(at: 0))
    }

    var isZero: Bool { limbs.0 | limbs.1 | limbs.2 | limbs.3 == 0 }

    /// Whether the number is smaller: whether subtracting the other one borrows.
    func isBelow(_ other: P256Limbs) -> Bool {
        let first = Self.borrow(limbs.0, other.limbs.0, 0)
        let second = Self.borrow(limbs.1, other.limbs.1, first)
        let third = Self.borrow(limbs.2, other.limbs.2, second)
        return Self.borrow(limbs.3, other.limbs.3, third) == 1
    }

    /// What the limb above has to lend when both are subtracted.
    private static func borrow(_ minuend: UInt64, _ subtrahend: UInt64, _ borrow: UInt64) -> UInt64 {
        let (difference, first) = minuend.subtractingReportingOverflow(subtrahend)
        let (_, second) = difference.subtractingReportingOverflow(borrow)
        return (first ? 1 : 0) | (second ? 1 : 0)
    }

    /// Writes the 32 bytes, the most significant first.
    func write(bigEndian bytes: UnsafeMutableRawBufferPointer) {
        precondition(bytes.count == 32)
        bytes.storeBytes(of: limbs.3.bigEndian, toByteOffset: 0, as: UInt64.self)
        bytes.storeBytes(of: limbs.2.bigEndian, toByteOffset: 8, as: UInt64.self)
        bytes.storeBytes(of: limbs.1.bigEndian, toByteOffset: 16, as: UInt64.self)
        bytes.storeBytes(of: limbs.0.bigEndian, toByteOffset: 24, as: UInt64.self)
    }
}

#endif
