// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import COpenSSL

/// A key of libcrypto's general kind, for what needs no speed: reading and writing files, and signatures.
final class PKey: @unchecked Sendable {
    // Sendable: the key never changes after it is made, and libcrypto locks what it caches in it.
    private let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer?) throws(CryptoKitError) {
        guard let pointer else { throw .clearingLibraryErrors(.invalidParameter) }
        self.pointer = pointer
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// Reads the first private key of a PEM text: PKCS#8, SEC1 or PKCS#1, not encrypted.
    convenience init(privatePEM: String) throws(CryptoKitError) {
        try self.init(
            owning: Self.withMemory(of: privatePEM) { memory in
                // Without this callback libcrypto would ask the terminal for a passphrase.
                PEM_read_bio_PrivateKey(memory, nil, { _, _, _, _ in -1 }, nil)
            })
    }

    /// Reads the first public key of a PEM text.
    convenience init(publicPEM: String) throws(CryptoKitError) {
        try self.init(
            owning: Self.withMemory(of: publicPEM) { PEM_read_bio_PUBKEY($0, nil, { _, _, _, _ in -1 }, nil) })
    }

    /// Reads a private key in DER: PKCS#8, SEC1 or PKCS#1, with nothing after it.
    convenience init(privateDER: [UInt8]) throws(CryptoKitError) {
        try self.init(owning: Self.decode(privateDER) { d2i_AutoPrivateKey(nil, &$0, $1) })
    }

    /// Reads a SubjectPublicKeyInfo with nothing after it.
    convenience init(publicDER: [UInt8]) throws(CryptoKitError) {
        try self.init(owning: Self.decode(publicDER) { d2i_PUBKEY(nil, &$0, $1) })
    }

    /// Makes an RSA key.
    convenience init(rsaBits: Int) throws(CryptoKitError) {
        let context = created(EVP_PKEY_CTX_new_from_name(nil, "RSA", nil))
        defer { EVP_PKEY_CTX_free(context) }
        try check(EVP_PKEY_keygen_init(context))
        try check(EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(rsaBits)))
        var key: OpaquePointer?
        try check(EVP_PKEY_generate(context, &key))
        try self.init(owning: key)
    }

    /// Whether this is an RSA key of at least so many bits.
    func isRSA(minimumBits: Int) -> Bool {
        EVP_PKEY_is_a(pointer, "RSA") == 1 && EVP_PKEY_get_bits(pointer) >= minimumBits
    }

    /// The scalar of a P-256 private key; throws `invalidParameter` for any other key.
    func p256Scalar() throws(CryptoKitError) -> SecureBytes {
        let group = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { name in
            EVP_PKEY_get_group_name(pointer, name.baseAddress, name.count, nil) == 1
                ? name.baseAddress.map { String(cString: $0) } : nil
        }
        var number: OpaquePointer?
        guard EVP_PKEY_is_a(pointer, "EC") == 1, group == "prime256v1",
            EVP_PKEY_get_bn_param(pointer, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1, isConsistent()
        else {
            BN_clear_free(number)
            throw .clearingLibraryErrors(.invalidParameter)
        }
        defer { BN_clear_free(number) }
        return try SecureBytes(count: P256.scalarByteCount) { bytes throws(CryptoKitError) in
            let count = Int32(bytes.count)
            guard BN_bn2binpad(number, bytes.bindMemory(to: UInt8.self).baseAddress, count) == count else {
                throw .clearingLibraryErrors(.invalidParameter)
            }
        }
    }

    /// Whether the public half of a private key belongs to it.
    private func isConsistent() -> Bool {
        let context = created(EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil))
        defer { EVP_PKEY_CTX_free(context) }
        return EVP_PKEY_pairwise_check(context) == 1
    }

    /// The public key as SubjectPublicKeyInfo.
    func publicDER() throws(CryptoKitError) -> [UInt8] {
        let count = i2d_PUBKEY(pointer, nil)
        guard count > 0 else { throw .takingLibraryError() }
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
            var target = buffer.baseAddress
            written = Int(max(0, i2d_PUBKEY(pointer, &target)))
        }
    }

    /// The private key as PKCS#8 in PEM.
    func privatePEM() -> String {
        Self.text { PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil) }
    }

    /// The public key in PEM.
    func publicPEM() -> String {
        Self.text { PEM_write_bio_PUBKEY($0, pointer) }
    }

    /// The signature of a SHA-256 digest: PKCS#1 v1.5 for RSA, in DER for ECDSA.
    func signature(forDigest digest: UnsafeRawBufferPointer) throws(CryptoKitError) -> [UInt8] {
        let context = created(EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil))
        defer { EVP_PKEY_CTX_free(context) }
        try check(EVP_PKEY_sign_init(context))
        try configure(context)
        let digest = digest.bindMemory(to: UInt8.self)
        var count = 0
        try check(EVP_PKEY_sign(context, nil, &count, digest.baseAddress, digest.count))
        var signature = [UInt8](repeating: 0, count: count)
        try check(EVP_PKEY_sign(context, &signature, &count, digest.baseAddress, digest.count))
        signature.removeLast(signature.count - count)
        return signature
    }

    /// Whether the signature, in the form that `signature(forDigest:)` makes, belongs to the digest.
    func isValidSignature(_ signature: [UInt8], forDigest digest: UnsafeRawBufferPointer) -> Bool {
        let context = created(EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil))
        defer {
            EVP_PKEY_CTX_free(context)
            ERR_clear_error()
        }
        do throws(CryptoKitError) {
            try check(EVP_PKEY_verify_init(context))
            try configure(context)
        } catch {
            return false
        }
        let digest = digest.bindMemory(to: UInt8.self)
        return EVP_PKEY_verify(context, signature, signature.count, digest.baseAddress, digest.count) == 1
    }

    private func configure(_ context: OpaquePointer) throws(CryptoKitError) {
        guard EVP_PKEY_is_a(pointer, "RSA") == 1 else { return }
        try check(EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING))
        try check(EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()))
    }

    /// Runs `read` over the text; the BIO only borrows it.
    private static func withMemory(
        of text: String, _ read: (OpaquePointer) -> OpaquePointer?
    ) -> OpaquePointer? {
        var bytes = Array(text.utf8)
        defer { wipe(&bytes) }
        return bytes.withUnsafeBytes { bytes in
            let memory = created(BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)))
            defer { BIO_free(memory) }
            return read(memory)
        }
    }

    /// Runs `read` over the bytes and refuses what does not end where they do.
    private static func decode(
        _ bytes: [UInt8], _ read: (inout UnsafePointer<UInt8>?, Int) -> OpaquePointer?
    ) -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            let key = read(&position, bytes.count)
            guard let key, position == bytes.baseAddress.map({ $0 + bytes.count }) else {
                EVP_PKEY_free(key)
                return nil
            }
            return key
        }
    }

    /// The text that `write` puts into a memory BIO, which clears itself.
    private static func text(_ write: (OpaquePointer) -> Int32) -> String {
        let memory = created(BIO_new(BIO_s_secmem()))
        defer { BIO_free(memory) }
        guard write(memory) == 1 else { fatalError("libcrypto is out of memory") }
        let count = Int(BIO_ctrl_pending(memory))
        return String(unsafeUninitializedCapacity: count) { buffer in
            Int(max(0, BIO_read(memory, buffer.baseAddress, Int32(count))))
        }
    }
}

#endif
