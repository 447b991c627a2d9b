// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

extension AES {
    /// AES in Galois/Counter Mode (NIST SP 800-38D), with 16-byte tags and keys of 128, 192 or 256 bits.
    public enum GCM: Sendable {
        static let tagByteCount = 16
        static let defaultNonceByteCount = 12
    }
}

extension AES.GCM {
    /// Encrypts the message and authenticates it together with additional data.
    ///
    /// Without a nonce a random one is drawn. Throws `incorrectKeySize`.
    public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
        _ message: Plaintext, using key: SymmetricKey, nonce: Nonce? = nil,
        authenticating authenticatedData: AuthenticatedData
    ) throws -> SealedBox {
        let nonce = nonce ?? Nonce()
        let context = try AESGCMContext(keyByteCount: key.storage.count)
        var ciphertext = Data(count: message.count)
        var tag = Data(count: tagByteCount)
        try message.withContiguousBytes { message in
            try authenticatedData.withContiguousBytes { data in
                try ciphertext.withUnsafeMutableBytes { ciphertext in
                    try tag.withUnsafeMutableBytes { tag in
                        try key.withUnsafeBytes { key in
                            try nonce.withUnsafeBytes { nonce in
                                try context.seal(
                                    message, key: key, nonce: nonce, authenticating: data, ciphertext: ciphertext,
                                    tag: tag)
                            }
                        }
                    }
                }
            }
        }
        return SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag)
    }

    /// Encrypts and authenticates the message.
    ///
    /// Without a nonce a random one is drawn. Throws `incorrectKeySize`.
    public static func seal<Plaintext: DataProtocol>(
        _ message: Plaintext, using key: SymmetricKey, nonce: Nonce? = nil
    ) throws -> SealedBox {
        try seal(message, using: key, nonce: nonce, authenticating: [UInt8]())
    }

    /// Appends ciphertext and tag to `output`, without any memory in between.
    ///
    /// Throws `incorrectKeySize`; then `output` is of no use.
    package static func seal(
        _ message: [UInt8], using key: SymmetricKey, nonce: [UInt8], authenticating authenticatedData: [UInt8],
        appendingTo output: inout [UInt8]
    ) throws {
        let context = try AESGCMContext(keyByteCount: key.storage.count)
        let start = output.count
        output.append(contentsOf: repeatElement(0, count: message.count + tagByteCount))
        try output.withUnsafeMutableBytes { output in
            let end = start + message.count
            try message.withUnsafeBytes { message in
                try nonce.withUnsafeBytes { nonce in
                    try authenticatedData.withUnsafeBytes { data in
                        try key.storage.withUnsafeBytes { key in
                            try context.seal(
                                message, key: key, nonce: nonce, authenticating: data,
                                ciphertext: UnsafeMutableRawBufferPointer(rebasing: output[start..<end]),
                                tag: UnsafeMutableRawBufferPointer(rebasing: output[end...]))
                        }
                    }
                }
            }
        }
    }

    /// Decrypts the box after checking its tag, which also covers the additional data.
    ///
    /// Throws `authenticationFailure` or `incorrectKeySize`.
    public static func open<AuthenticatedData: DataProtocol>(
        _ sealedBox: SealedBox, using key: SymmetricKey, authenticating authenticatedData: AuthenticatedData
    ) throws -> Data {
        let context = try AESGCMContext(keyByteCount: key.storage.count)
        var plaintext = Data(count: sealedBox.ciphertext.count)
        try authenticatedData.withContiguousBytes { data in
            try plaintext.withUnsafeMutableBytes { plaintext in
                try sealedBox.ciphertext.withUnsafeBytes { ciphertext in
                    try sealedBox.tag.withUnsafeBytes { tag in
                        try key.withUnsafeBytes { key in
                            try sealedBox.nonce.withUnsafeBytes { nonce in
                                try context.open(
                                    ciphertext, tag: tag, key: key, nonce: nonce, authenticating: data,
                                    plaintext: plaintext)
                            }
                        }
                    }
                }
            }
        }
        return plaintext
    }

    /// Decrypts the box after checking its tag.
    ///
    /// Throws `authenticationFailure` or `incorrectKeySize`.
    public static func open(_ sealedBox: SealedBox, using key: SymmetricKey) throws -> Data {
        try open(sealedBox, using: key, authenticating: [UInt8]())
    }
}

#endif
