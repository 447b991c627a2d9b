// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

/// A cryptographic hash function.
public protocol HashFunction: Sendable {
    /// The number of bytes that the function takes in at a time.
    static var blockByteCount: Int { get }
    /// The result.
    associatedtype Digest: WaxCrypto.Digest

    /// A hash of nothing yet.
    init()
    /// Takes in the buffer.
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    /// The digest of all bytes taken in; more may follow.
    func finalize() -> Digest
}

extension HashFunction {
    /// The digest of the data.
    public static func hash<D: DataProtocol>(data: D) -> Digest {
        var hasher = Self()
        hasher.update(data: data)
        return hasher.finalize()
    }

    /// The digest of the buffer.
    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest {
        var hasher = Self()
        hasher.update(bufferPointer: bufferPointer)
        return hasher.finalize()
    }

    /// Takes in the data.
    public mutating func update<D: DataProtocol>(data: D) {
        for region in data.regions {
            region.withUnsafeBytes { update(bufferPointer: $0) }
        }
    }
}

#endif
