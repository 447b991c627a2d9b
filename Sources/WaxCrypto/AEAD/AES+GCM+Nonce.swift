// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

extension AES.GCM {
    /// A number used once with a key; at least 12 bytes.
    public struct Nonce: ContiguousBytes, Sequence, Sendable {
        private let bytes: [UInt8]

        /// 12 random bytes.
        public init() {
            var bytes = [UInt8](repeating: 0, count: AES.GCM.defaultNonceByteCount)
            do {
                try bytes.withUnsafeMutableBytes { try Random.fill($0) }
            } catch {
                Random.unavailable()
            }
            self.bytes = bytes
        }

        /// The given bytes; throws `incorrectParameterSize` for fewer than 12.
        public init<D: DataProtocol>(data: D) throws {
            guard data.count >= AES.GCM.defaultNonceByteCount else { throw CryptoKitError.incorrectParameterSize }
            bytes = [UInt8](data)
        }

        var count: Int { bytes.count }

        /// Lends the nonce's bytes for the duration of the call.
        public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
            try bytes.withUnsafeBytes(body)
        }

        /// The bytes, one by one.
        public func makeIterator() -> Array<UInt8>.Iterator {
            bytes.makeIterator()
        }
    }
}

#endif
