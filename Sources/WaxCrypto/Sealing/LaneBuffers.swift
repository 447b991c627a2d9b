// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// An encapsulated key and a secret for each of eight lanes, in memory that is wiped when it goes.
final class LaneBuffers {
    private let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: LaneSet.laneCount * laneByteCount, alignment: 16)
    private static let laneByteCount = P256.pointByteCount + P256.coordinateByteCount

    init() {
        memory.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        clear()
        memory.deallocate()
    }

    /// The lane's 65-byte encapsulated key.
    func encapsulatedKey(_ lane: Int) -> UnsafeMutableRawBufferPointer { part(lane, 0..<P256.pointByteCount) }

    /// The lane's 32-byte Diffie-Hellman secret.
    func secret(_ lane: Int) -> UnsafeMutableRawBufferPointer {
        part(lane, P256.pointByteCount..<Self.laneByteCount)
    }

    /// Overwrites all.
    func clear() { wipe(memory) }

    private func part(_ lane: Int, _ range: Range<Int>) -> UnsafeMutableRawBufferPointer {
        let start = lane * Self.laneByteCount
        return memory.part((start + range.lowerBound)..<(start + range.upperBound))
    }
}
#endif
