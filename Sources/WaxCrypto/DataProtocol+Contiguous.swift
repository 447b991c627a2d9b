// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import FoundationEssentials

extension DataProtocol {
    /// Lends all bytes in one buffer: in place if they lie together, else in a copy that is wiped.
    func withContiguousBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        let regions = self.regions
        if let region = regions.first, region.count == count {
            return try region.withUnsafeBytes(body)
        }
        var joined = [UInt8](self)
        defer { wipe(&joined) }
        return try joined.withUnsafeBytes(body)
    }
}

#endif
