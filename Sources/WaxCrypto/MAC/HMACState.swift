// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import FoundationEssentials

/// The two keyed hashes of an HMAC, wiped on release: whoever has them can make codes.
final class HMACState<H: HashFunction>: @unchecked Sendable, CustomReflectable {
    // Sendable: `HMAC` changes it only while it holds the only reference.
    private let hashes: UnsafeMutablePointer<H>
    private var inner: UnsafeMutablePointer<H> { hashes }
    private var outer: UnsafeMutablePointer<H> { hashes + 1 }

    init(key: SymmetricKey) {
        hashes = .allocate(capacity: 2)
        hashes.initialize(repeating: H(), count: 2)
        var block = [UInt8](repeating: 0, count: H.blockByteCount)
        key.withUnsafeBytes { key in
            if key.count > block.count {
                let digest = H.hash(bufferPointer: key)
                digest.withUnsafeBytes { digest in block.withUnsafeMutableBytes { $0.copyMemory(from: digest) } }
            } else {
                block.withUnsafeMutableBytes { $0.copyMemory(from: key) }
            }
        }
        for index in block.indices { block[index] ^= 0x36 }
        block.withUnsafeBytes { inner.pointee.update(bufferPointer: $0) }
        for index in block.indices { block[index] ^= 0x36 ^ 0x5C }
        block.withUnsafeBytes { outer.pointee.update(bufferPointer: $0) }
        wipe(&block)
    }

    init(copying other: HMACState) {
        hashes = .allocate(capacity: 2)
        hashes.initialize(from: other.hashes, count: 2)
    }

    deinit {
        hashes.deinitialize(count: 2)
        wipe(UnsafeMutableRawBufferPointer(start: hashes, count: 2 * MemoryLayout<H>.stride))
        hashes.deallocate()
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        inner.pointee.update(bufferPointer: bytes)
    }

    func finalize() -> SecureBytes {
        let last = HMACState(copying: self)
        inner.pointee.finalize().withUnsafeBytes { last.outer.pointee.update(bufferPointer: $0) }
        return last.outer.pointee.finalize().withUnsafeBytes { SecureBytes(copying: $0) }
    }

    var customMirror: Mirror { Mirror(self, children: []) }
}

#endif
