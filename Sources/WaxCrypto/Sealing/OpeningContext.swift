// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// Opens single messages of HPKE in base mode (RFC 9180) that were sealed to one key, as fast as the machine allows.
///
/// It does what `HPKE.Recipient` does for its first message, without additional data, and keeps all memory from message
/// to message. Make one context per thread, for a fixed key, suite and info.
package final class OpeningContext {
    private let privateKey: P256.KeyAgreement.PrivateKey
    private let arithmetic = P256Arithmetic()
    private let schedule: HPKEKeySchedule
    private let cipher: AESGCMContext
    private let secret = UnsafeMutableRawBufferPointer.allocate(byteCount: P256.coordinateByteCount, alignment: 16)

    /// A context for messages of this suite and info to this key.
    package init(
        privateKey: P256.KeyAgreement.PrivateKey, ciphersuite: HPKE.Ciphersuite, info: [UInt8]
    ) throws(CryptoKitError) {
        self.privateKey = privateKey
        schedule = info.withUnsafeBytes { HPKEKeySchedule(ciphersuite: ciphersuite, info: $0) }
        cipher = try AESGCMContext(keyByteCount: ciphersuite.aead.keyByteCount)
        secret.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        wipe(secret)
        secret.deallocate()
    }

    /// Opens a message, which is the 65-byte encapsulated key, the ciphertext and the 16-byte tag side by side, into
    /// memory of the ciphertext's length.
    ///
    /// Throws `invalidParameter` for an encapsulated key that is no uncompressed point, `authenticationFailure` for a wrong
    /// tag, and then leaves zeros.
    package func open(
        _ sealed: UnsafeRawBufferPointer, into plaintext: UnsafeMutableRawBufferPointer
    ) throws(CryptoKitError) {
        let textRange = P256.pointByteCount..<(P256.pointByteCount + plaintext.count)
        precondition(sealed.count == textRange.upperBound + AES.GCM.tagByteCount)
        defer { clear() }
        let encapsulatedKey = sealed.part(0..<P256.pointByteCount)
        guard arithmetic.decode(encapsulatedKey) else {
            wipe(plaintext)
            throw .invalidParameter
        }
        try privateKey.scalar.scalar.withUnsafeBytes { scalar throws(CryptoKitError) in
            try arithmetic.setScalar(scalar)
        }
        try arithmetic.writeAgreementWithDecoded(into: secret)
        schedule.encapsulatedKey.copyMemory(from: encapsulatedKey)
        schedule.recipientKey.copyBytes(from: privateKey.scalar.publicPoint.encoding)
        schedule.run(diffieHellman: UnsafeRawBufferPointer(secret))
        try cipher.open(
            sealed.part(textRange), tag: sealed.part(textRange.upperBound..<sealed.count), key: schedule.key,
            nonce: schedule.baseNonce, authenticating: UnsafeRawBufferPointer(start: nil, count: 0),
            plaintext: plaintext)
    }

    /// Overwrites every secret of the message opened last.
    private func clear() {
        arithmetic.clear()
        schedule.clear()
        cipher.clear()
        wipe(secret)
    }
}

@available(*, unavailable)
extension OpeningContext: Sendable {}
#endif
