// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import COpenSSL

/// One AES-GCM cipher of libcrypto's, reused from message to message; it allocates nothing after the first.
///
/// libcrypto clears the key schedule when the context is released.
final class AESGCMContext {
    private let context: OpaquePointer
    private let keyByteCount: Int
    private var nonceByteCount = AES.GCM.defaultNonceByteCount

    /// A context for keys of 16, 24 or 32 bytes.
    init(keyByteCount: Int) throws(CryptoKitError) {
        guard let cipher = AESGCMCipher.of(keyByteCount: keyByteCount) else { throw .incorrectKeySize }
        context = created(EVP_CIPHER_CTX_new())
        self.keyByteCount = keyByteCount
        guard EVP_CipherInit_ex2(context, cipher.pointer, nil, nil, 1, nil) == 1 else {
            throw .takingLibraryError()
        }
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
    }

    /// Encrypts the plaintext into `ciphertext`, of the same length, and writes the 16-byte tag.
    func seal(
        _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
        authenticating data: UnsafeRawBufferPointer, ciphertext: UnsafeMutableRawBufferPointer,
        tag: UnsafeMutableRawBufferPointer
    ) throws(CryptoKitError) {
        precondition(ciphertext.count == plaintext.count && tag.count == 16)
        try start(key: key, nonce: nonce, data: data, encrypt: 1)
        try update(plaintext, into: ciphertext)
        var rest: Int32 = 0
        try check(EVP_CipherFinal_ex(context, tag.bindMemory(to: UInt8.self).baseAddress, &rest))
        try check(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag.baseAddress))
    }

    /// Decrypts into `plaintext`, of the ciphertext's length; what it wrote is wiped if the tag is wrong.
    ///
    /// Throws `authenticationFailure` for a wrong tag.
    func open(
        _ ciphertext: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer, authenticating data: UnsafeRawBufferPointer,
        plaintext: UnsafeMutableRawBufferPointer
    ) throws(CryptoKitError) {
        precondition(plaintext.count == ciphertext.count && tag.count == 16)
        try start(key: key, nonce: nonce, data: data, encrypt: 0)
        try update(ciphertext, into: plaintext)
        // The control takes a mutable pointer but only reads the tag.
        try check(
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, UnsafeMutableRawPointer(mutating: tag.baseAddress)))
        var none: (UInt64, UInt64) = (0, 0)
        var rest: Int32 = 0
        let isAuthentic = withUnsafeMutableBytes(of: &none) {
            EVP_CipherFinal_ex(context, $0.bindMemory(to: UInt8.self).baseAddress, &rest) == 1
        }
        guard isAuthentic else {
            wipe(plaintext)
            throw .clearingLibraryErrors(.authenticationFailure)
        }
    }

    /// Replaces the key schedule by that of a key of zeros.
    func clear() {
        let zeros: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        _ = withUnsafeBytes(of: zeros) { key in
            EVP_CipherInit_ex2(context, nil, key.bindMemory(to: UInt8.self).baseAddress, nil, 1, nil)
        }
    }

    private func start(
        key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, data: UnsafeRawBufferPointer, encrypt: Int32
    ) throws(CryptoKitError) {
        guard key.count == keyByteCount else { throw .incorrectKeySize }
        if nonceByteCount != nonce.count {
            try check(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil))
            nonceByteCount = nonce.count
        }
        let key = key.bindMemory(to: UInt8.self).baseAddress
        let nonce = nonce.bindMemory(to: UInt8.self).baseAddress
        try check(EVP_CipherInit_ex2(context, nil, key, nonce, encrypt, nil))
        try update(data, into: nil)
    }

    /// Feeds the input in pieces that fit libcrypto's 32-bit lengths; without an output it is additional data.
    private func update(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer?
    ) throws(CryptoKitError) {
        var position = 0
        while position < input.count {
            let count = min(input.count - position, 1 << 30)
            let source = input.bindMemory(to: UInt8.self).baseAddress.map { $0 + position }
            let target = output?.bindMemory(to: UInt8.self).baseAddress.map { $0 + position }
            var written: Int32 = 0
            try check(EVP_CipherUpdate(context, target, &written, source, Int32(count)))
            position += count
        }
    }
}

/// An algorithm fetched once: libcrypto would otherwise look it up anew for each context.
private final class AESGCMCipher: @unchecked Sendable {
    // Sendable: libcrypto's algorithm objects never change.
    let pointer: OpaquePointer

    private static let aes128 = AESGCMCipher("AES-128-GCM")
    private static let aes192 = AESGCMCipher("AES-192-GCM")
    private static let aes256 = AESGCMCipher("AES-256-GCM")

    static func of(keyByteCount: Int) -> AESGCMCipher? {
        switch keyByteCount {
        case 16: aes128
        case 24: aes192
        case 32: aes256
        default: nil
        }
    }

    private init(_ name: String) {
        pointer = created(EVP_CIPHER_fetch(nil, name, nil))
    }

    deinit {
        EVP_CIPHER_free(pointer)
    }
}

#endif
