// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

/// The result of a keyed hash.
public protocol MessageAuthenticationCode: Hashable, ContiguousBytes, CustomStringConvertible, Sequence, Sendable
where Element == UInt8 {
    /// The number of bytes.
    var byteCount: Int { get }
}

extension MessageAuthenticationCode {
    /// Whether both codes are the same, in constant time.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.withUnsafeBytes { lhs in rhs.withUnsafeBytes { constantTimeEquals(lhs, $0) } }
    }

    /// Whether the code is these bytes, in constant time.
    public static func == <D: DataProtocol>(lhs: Self, rhs: D) -> Bool {
        lhs.withUnsafeBytes { lhs in rhs.withContiguousBytes { constantTimeEquals(lhs, $0) } }
    }

    /// Whether the code differs from these bytes, in constant time.
    public static func != <D: DataProtocol>(lhs: Self, rhs: D) -> Bool {
        !(lhs == rhs)
    }

    /// The bytes, one by one.
    public func makeIterator() -> Array<UInt8>.Iterator {
        withUnsafeBytes { [UInt8]($0) }.makeIterator()
    }

    /// The number of bytes.
    public var underestimatedCount: Int { byteCount }
}

#endif
