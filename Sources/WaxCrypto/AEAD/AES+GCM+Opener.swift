// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

extension AES.GCM {
    /// Opens one message after the other under one key, without a new cipher of libcrypto's for each.
    ///
    /// For one thread at a time.
    package final class Opener {
        /// How many bytes a message is longer than its plaintext: the nonce before it, the tag behind it.
        package static let overhead = AES.GCM.defaultNonceByteCount + AES.GCM.tagByteCount

        private let key: SymmetricKey
        private let context: AESGCMContext

        /// Throws `incorrectKeySize`.
        package init(key: SymmetricKey) throws(CryptoKitError) {
            self.key = key
            context = try AESGCMContext(keyByteCount: key.storage.count)
        }

        /// Opens nonce, ciphertext and tag, side by side; throws `authenticationFailure`, also for what is too short.
        package func open(
            _ message: UnsafeRawBufferPointer, authenticating data: UnsafeRawBufferPointer
        ) throws(CryptoKitError) -> [UInt8] {
            let count = message.count - Self.overhead
            guard count >= 0 else { throw .authenticationFailure }
            let textStart = AES.GCM.defaultNonceByteCount
            var plaintext = [UInt8](repeating: 0, count: count)
            var span = plaintext.mutableSpan
            try span.withUnsafeMutableBytes { plaintext throws(CryptoKitError) in
                try key.storage.withUnsafeBytes { key throws(CryptoKitError) in
                    try context.open(
                        message.part(textStart..<(textStart + count)),
                        tag: message.part((textStart + count)..<message.count),
                        key: key, nonce: message.part(0..<textStart), authenticating: data, plaintext: plaintext)
                }
            }
            return plaintext
        }
    }
}

@available(*, unavailable)
extension AES.GCM.Opener: Sendable {}
#endif
