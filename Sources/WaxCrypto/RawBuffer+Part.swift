// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

extension UnsafeRawBufferPointer {
    /// A part of the buffer; unlike a slice's bounds, these are checked in release builds too.
    func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside of the buffer")
        return UnsafeRawBufferPointer(rebasing: self[range])
    }
}

extension UnsafeMutableRawBufferPointer {
    /// A part of the buffer; unlike a slice's bounds, these are checked in release builds too.
    func part(_ range: Range<Int>) -> UnsafeMutableRawBufferPointer {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside of the buffer")
        return UnsafeMutableRawBufferPointer(rebasing: self[range])
    }
}
#endif
