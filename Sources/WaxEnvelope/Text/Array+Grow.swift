// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
    /// Adds `count` bytes at the end, which `write` fills.
    mutating func grow(by count: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        let start = self.count
        append(contentsOf: repeatElement(0, count: count))
        withUnsafeMutableBufferPointer { write(UnsafeMutableBufferPointer(rebasing: $0[start...])) }
    }
}
