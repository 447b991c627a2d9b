// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import FoundationEssentials

/// The keys that sender and recipient share, and the number of the next message (RFC 9180 section 5.2).
struct HPKEContext: Sendable {
    private let ciphersuite: HPKE.Ciphersuite
    private let key: SecureBytes
    private let baseNonce: SecureBytes
    private let exporterSecret: SymmetricKey
    private var sequenceNumber: UInt64 = 0

    /// The context that follows from an agreement.
    init(
        ciphersuite: HPKE.Ciphersuite, info: Data, sharedSecret: SharedSecret, encapsulatedKey: Data,
        recipientKey: Data
    ) throws {
        let pointByteCount = ciphersuite.kem.encapsulatedKeyByteCount
        guard encapsulatedKey.count == pointByteCount, recipientKey.count == pointByteCount else {
            throw HPKE.Errors.inconsistentCiphersuiteAndKey
        }
        let schedule = info.withUnsafeBytes { HPKEKeySchedule(ciphersuite: ciphersuite, info: $0) }
        schedule.encapsulatedKey.copyBytes(from: encapsulatedKey)
        schedule.recipientKey.copyBytes(from: recipientKey)
        sharedSecret.withUnsafeBytes { schedule.run(diffieHellman: $0) }
        self.ciphersuite = ciphersuite
        key = SecureBytes(copying: schedule.key)
        baseNonce = SecureBytes(copying: schedule.baseNonce)
        exporterSecret = SymmetricKey(storage: schedule.exporterSecret())
    }

    /// Encrypts the next message: ciphertext and tag.
    mutating func seal(_ message: UnsafeRawBufferPointer, authenticating data: UnsafeRawBufferPointer) throws -> Data {
        let next = try followingNumber()
        let cipher = try AESGCMContext(keyByteCount: key.count)
        var sealed = Data(count: message.count + ciphersuite.aead.tagByteCount)
        try sealed.withUnsafeMutableBytes { sealed in
            try withNonce { nonce in
                try key.withUnsafeBytes { key in
                    try cipher.seal(
                        message, key: key, nonce: nonce, authenticating: data,
                        ciphertext: sealed.part(0..<message.count),
                        tag: sealed.part(message.count..<sealed.count))
                }
            }
        }
        sequenceNumber = next
        return sealed
    }

    /// Decrypts the next message; one that is not authentic leaves the number as it was.
    mutating func open(_ sealed: UnsafeRawBufferPointer, authenticating data: UnsafeRawBufferPointer) throws -> Data {
        let next = try followingNumber()
        let count = sealed.count - ciphersuite.aead.tagByteCount
        guard count >= 0 else { throw HPKE.Errors.ciphertextTooShort }
        let cipher = try AESGCMContext(keyByteCount: key.count)
        var message = Data(count: count)
        try message.withUnsafeMutableBytes { message in
            try withNonce { nonce in
                try key.withUnsafeBytes { key in
                    try cipher.open(
                        sealed.part(0..<count),
                        tag: sealed.part(count..<sealed.count), key: key, nonce: nonce,
                        authenticating: data, plaintext: message)
                }
            }
        }
        sequenceNumber = next
        return message
    }

    /// A secret for another use, bound to `context` (section 5.3); throws `incorrectParameterSize` beyond 8160 bytes.
    func exportSecret(context: UnsafeRawBufferPointer, outputByteCount: Int) throws -> SymmetricKey {
        guard (0...255 * SHA256.byteCount).contains(outputByteCount) else {
            throw CryptoKitError.incorrectParameterSize
        }
        let label = HPKELabel.expand(
            HPKELabel.identifier(of: ciphersuite), "sec", byteCount: outputByteCount)
        return HKDF<SHA256>.expand(
            pseudoRandomKey: exporterSecret, info: label + context, outputByteCount: outputByteCount)
    }

    private func followingNumber() throws -> UInt64 {
        let (next, overflow) = sequenceNumber.addingReportingOverflow(1)
        if overflow { throw HPKE.Errors.outOfRangeSequenceNumber }
        return next
    }

    /// The base nonce with the number, most significant byte first, XORed into its end.
    private func withNonce(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        let nonce = SecureBytes(count: baseNonce.count) { nonce in
            baseNonce.withUnsafeBytes { nonce.copyMemory(from: $0) }
            withUnsafeBytes(of: sequenceNumber.bigEndian) { number in
                for (index, byte) in number.enumerated() { nonce[nonce.count - number.count + index] ^= byte }
            }
        }
        try nonce.withUnsafeBytes(body)
    }
}

#endif
