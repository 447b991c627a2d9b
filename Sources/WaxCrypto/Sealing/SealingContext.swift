// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// Seals single messages with HPKE in base mode (RFC 9180) as fast as libcrypto allows.
///
/// It does what `HPKE.Sender` does for its first message, without additional data, and keeps all memory from
/// message to message: a seal allocates nothing but what libcrypto's multiplication allocates for itself.
/// A sealed message is the 65-byte encapsulated key, the ciphertext and the 16-byte tag, side by side.
/// Make one context per thread, for a fixed suite and info.
package final class SealingContext {
    private let arithmetic = P256Arithmetic()
    private let schedule: HPKEKeySchedule
    private let cipher: AESGCMContext
    private let scalars = ScalarPool()
    /// The Diffie-Hellman secret of the message at hand.
    private let agreed = UnsafeMutableRawBufferPointer.allocate(byteCount: P256.coordinateByteCount, alignment: 16)

    /// A context for messages of this suite and info.
    package init(ciphersuite: HPKE.Ciphersuite, info: [UInt8]) throws(CryptoKitError) {
        schedule = info.withUnsafeBytes { HPKEKeySchedule(ciphersuite: ciphersuite, info: $0) }
        cipher = try AESGCMContext(keyByteCount: ciphersuite.aead.keyByteCount)
    }

    deinit {
        wipe(agreed)
        agreed.deallocate()
    }

    /// How many bytes a plaintext of `plaintextByteCount` bytes takes when sealed.
    package static func sealedByteCount(_ plaintextByteCount: Int) -> Int {
        P256.pointByteCount + plaintextByteCount + AES.GCM.tagByteCount
    }

    /// Seals the plaintext to the key into the start of `output`, which must have room for it.
    package func seal(
        _ plaintext: Span<UInt8>, to recipient: P256.KeyAgreement.PublicKey, into output: inout MutableSpan<UInt8>
    ) throws(CryptoKitError) {
        defer { clear() }
        try plaintext.withUnsafeBytes { plaintext throws(CryptoKitError) in
            try output.withUnsafeMutableBytes { output throws(CryptoKitError) in
                try scalars.withNext { scalar throws(CryptoKitError) in
                    try seal(plaintext, to: .decoded(recipient.point), ephemeral: scalar, into: output)
                }
            }
        }
    }

    /// Seals each message to its recipient, and returns the indices of those whose recipient is no valid key:
    /// nothing is written for them.
    ///
    /// Plaintexts and the recipients' 65-byte keys lie anywhere in the buffers; sealed messages must not overlap.
    package func seal(
        _ messages: [Message], plaintexts: Span<UInt8>, recipients: Span<UInt8>, into output: inout MutableSpan<UInt8>
    ) throws(CryptoKitError) -> [Int] {
        defer { clear() }
        return try plaintexts.withUnsafeBytes { plaintexts throws(CryptoKitError) in
            try recipients.withUnsafeBytes { recipients throws(CryptoKitError) in
                try output.withUnsafeMutableBytes { output throws(CryptoKitError) in
                    try seal(messages, plaintexts: plaintexts, recipients: recipients, into: output)
                }
            }
        }
    }

    /// Seals with a given ephemeral key, to reproduce test vectors; a key used twice gives the messages away.
    package func seal(
        _ plaintext: Span<UInt8>, to recipient: P256.KeyAgreement.PublicKey,
        ephemeral: P256.KeyAgreement.PrivateKey, into output: inout MutableSpan<UInt8>
    ) throws(CryptoKitError) {
        defer { clear() }
        try plaintext.withUnsafeBytes { plaintext throws(CryptoKitError) in
            try output.withUnsafeMutableBytes { output throws(CryptoKitError) in
                try ephemeral.scalar.scalar.withUnsafeBytes { scalar throws(CryptoKitError) in
                    try seal(plaintext, to: .decoded(recipient.point), ephemeral: scalar, into: output)
                }
            }
        }
    }

    private func seal(
        _ messages: [Message], plaintexts: UnsafeRawBufferPointer, recipients: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoKitError) -> [Int] {
        var refused: [Int] = []
        for (index, message) in messages.enumerated() {
            let plaintext = plaintexts.part(message.plaintext)
            let recipient = recipients.part(message.recipient..<(message.recipient + P256.pointByteCount))
            let target = output.part(message.output..<(message.output + Self.sealedByteCount(plaintext.count)))
            do throws(CryptoKitError) {
                try scalars.withNext { scalar throws(CryptoKitError) in
                    try seal(plaintext, to: .encoded(recipient), ephemeral: scalar, into: target)
                }
            } catch .invalidParameter {
                refused.append(index)
            }
        }
        return refused
    }

    private enum Recipient {
        case decoded(P256Point)
        case encoded(UnsafeRawBufferPointer)
    }

    private func seal(
        _ plaintext: UnsafeRawBufferPointer, to recipient: Recipient, ephemeral: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoKitError) {
        precondition(output.count >= Self.sealedByteCount(plaintext.count), "no room for the sealed message")
        try arithmetic.setScalar(ephemeral)
        switch recipient {
        case .decoded(let point):
            try arithmetic.writeAgreement(with: point, into: agreed)
            schedule.recipientKey.copyBytes(from: point.encoding)
        case .encoded(let encoding):
            try arithmetic.writeAgreement(withEncoded: encoding, into: agreed)
            schedule.recipientKey.copyMemory(from: encoding)
        }
        try arithmetic.writePublicKey(into: schedule.encapsulatedKey)
        schedule.run(diffieHellman: UnsafeRawBufferPointer(agreed))

        let ciphertext = P256.pointByteCount..<(P256.pointByteCount + plaintext.count)
        try cipher.seal(
            plaintext, key: schedule.key, nonce: schedule.baseNonce,
            authenticating: UnsafeRawBufferPointer(start: nil, count: 0), ciphertext: output.part(ciphertext),
            tag: output.part(ciphertext.upperBound..<(ciphertext.upperBound + AES.GCM.tagByteCount)))
        output.copyMemory(from: UnsafeRawBufferPointer(schedule.encapsulatedKey))
    }

    /// Overwrites every secret of the messages sealed so far.
    private func clear() {
        arithmetic.clear()
        schedule.clear()
        cipher.clear()
        wipe(agreed)
    }
}

@available(*, unavailable)
extension SealingContext: Sendable {}

extension UnsafeRawBufferPointer {
    /// A part of the buffer, checked in release builds too.
    fileprivate func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside of the buffer")
        return UnsafeRawBufferPointer(rebasing: self[range])
    }
}

extension UnsafeMutableRawBufferPointer {
    /// A part of the buffer, checked in release builds too.
    fileprivate func part(_ range: Range<Int>) -> UnsafeMutableRawBufferPointer {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside of the buffer")
        return UnsafeMutableRawBufferPointer(rebasing: self[range])
    }
}
#endif
