// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Whether both hold the same code points; `==` would also take canonically equivalent ones for equal.
    func hasSameCodePoints(as other: String) -> Bool {
        withUTF8Bytes { mine in
            other.withUTF8Bytes { theirs in
                guard mine.count == theirs.count else { return false }
                for index in mine.indices where mine[index] != theirs[index] { return false }
                return true
            }
        }
    }

    /// Calls `body` with the UTF-8 bytes, copied only where the text is not stored as such (bridged text on Apple).
    @inline(__always)
    func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}
