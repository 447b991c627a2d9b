// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

/// The result of a hash function.
public protocol Digest: Hashable, ContiguousBytes, CustomStringConvertible, Sequence, Sendable
where Element == UInt8 {
    /// The number of bytes.
    static var byteCount: Int { get }
}

extension Digest {
    /// Whether the digest is these bytes, in constant time.
    public static func == <D: DataProtocol>(lhs: Self, rhs: D) -> Bool {
        lhs.withUnsafeBytes { lhs in rhs.withContiguousBytes { constantTimeEquals(lhs, $0) } }
    }

    /// Whether the digest differs from these bytes, in constant time.
    public static func != <D: DataProtocol>(lhs: Self, rhs: D) -> Bool {
        !(lhs == rhs)
    }
}

#endif
