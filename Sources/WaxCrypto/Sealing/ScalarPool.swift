// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// Ephemeral scalars, uniform from 1 to n − 1, drawn many at a time because each draw has a fixed price.
///
/// Each is lent once and wiped. For one thread at a time, and not across a fork: both sides would lend the same.
final class ScalarPool {
    private let capacity: Int
    private let fill: (UnsafeMutableRawBufferPointer) throws(CryptoKitError) -> Void
    private let memory: UnsafeMutableRawBufferPointer
    private var remaining = 0

    /// A pool that draws `capacity` scalars at once with `fill`.
    init(
        capacity: Int = 64,
        fill: @escaping (UnsafeMutableRawBufferPointer) throws(CryptoKitError) -> Void = Random.fillPrivately
    ) {
        self.capacity = capacity
        self.fill = fill
        memory = .allocate(byteCount: capacity * P256.scalarByteCount, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        wipe(memory)
        memory.deallocate()
    }

    /// Lends the next 32-byte scalar for the duration of the call.
    func withNext(
        _ body: (UnsafeRawBufferPointer) throws(CryptoKitError) -> Void
    ) throws(CryptoKitError) {
        while true {
            if remaining == 0 {
                try fill(memory)
                remaining = capacity
            }
            remaining -= 1
            let start = remaining * P256.scalarByteCount
            let slot = memory.part(start..<(start + P256.scalarByteCount))
            defer { wipe(slot) }
            if P256.isValidScalar(UnsafeRawBufferPointer(slot)) {
                return try body(UnsafeRawBufferPointer(slot))
            }
        }
    }
}

#endif
