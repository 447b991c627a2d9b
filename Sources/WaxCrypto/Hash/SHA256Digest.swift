// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// A SHA-256 digest.
public struct SHA256Digest: Digest {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    /// 32 bytes.
    public static var byteCount: Int { 32 }

    init(_ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        Swift.withUnsafeMutableBytes(of: &words, fill)
    }

    /// Lends the digest's bytes for the duration of the call.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try Swift.withUnsafeBytes(of: words, body)
    }

    /// The bytes, one by one.
    public func makeIterator() -> Array<UInt8>.Iterator {
        withUnsafeBytes { [UInt8]($0) }.makeIterator()
    }

    /// 32 bytes.
    public var underestimatedCount: Int { Self.byteCount }

    /// The algorithm's name and the digest in hexadecimal.
    public var description: String {
        withUnsafeBytes { "SHA256 digest: " + $0.hexadecimal }
    }

    /// Feeds the bytes to the hasher.
    public func hash(into hasher: inout Hasher) {
        withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    /// Whether both digests are the same, in constant time.
    public static func == (lhs: SHA256Digest, rhs: SHA256Digest) -> Bool {
        lhs.withUnsafeBytes { lhs in rhs.withUnsafeBytes { constantTimeEquals(lhs, $0) } }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text = [UInt8]()
        text.reserveCapacity(count * 2)
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

#endif
