// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// Secret bytes that never change, are wiped when released and are printed by nothing.
///
/// Every secret of this module lies in one of these, in a libcrypto object that clears itself,
/// or in scratch memory that its owner wipes.
package final class SecureBytes: @unchecked Sendable, CustomReflectable {
    // Sendable: the memory is written in the initialisers only.
    private let memory: UnsafeMutableRawBufferPointer
    private let isOwned: Bool

    /// Bytes that `fill` writes; they are zero before.
    package init<Failure: Error>(
        count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        memory = .allocate(byteCount: count, alignment: 16)
        isOwned = true
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        try fill(memory)
    }

    /// A copy of the given bytes.
    package convenience init(copying bytes: UnsafeRawBufferPointer) {
        self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
    }

    /// Bytes in memory of the caller's, wiped but not freed on release, so that a test can look at it afterwards.
    package init(wrapping memory: UnsafeMutableRawBufferPointer) {
        self.memory = memory
        isOwned = false
    }

    deinit {
        wipe(memory)
        if isOwned { memory.deallocate() }
    }

    /// The number of bytes.
    package var count: Int { memory.count }

    /// Lends the bytes for the duration of the call.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(memory))
    }

    /// Whether both hold the same bytes, in constant time.
    package func isEqual(to other: SecureBytes) -> Bool {
        constantTimeEquals(UnsafeRawBufferPointer(memory), UnsafeRawBufferPointer(other.memory))
    }

    package var customMirror: Mirror { Mirror(self, children: []) }
}

#endif
