// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// Seals single messages with HPKE in base mode (RFC 9180) as fast as libcrypto allows.
///
/// It does what `HPKE.Sender` does for its first message, without additional data, and keeps all memory from
/// message to message: a seal allocates nothing but what libcrypto's multiplication allocates for itself.
/// A sealed message is the 65-byte encapsulated key, the ciphertext and the 16-byte tag, side by side.
/// Make one context per thread, for a fixed suite and info.
package final class SealingContext {
    /// How many messages of a batch go through the curve before the rest is done for them: the code and tables
    /// of each half then stay in the processor's caches.
    private static let laneCount = 8

    private let arithmetic = P256Arithmetic()
    private let schedule: HPKEKeySchedule
    private let cipher: AESGCMContext
    private let scalars = ScalarPool()
    /// For each lane what the curve gave: the encapsulated key and the Diffie-Hellman secret.
    private let lanes = UnsafeMutableRawBufferPointer.allocate(
        byteCount: laneCount * (P256.pointByteCount + P256.coordinateByteCount), alignment: 16)

    /// A context for messages of this suite and info.
    package init(ciphersuite: HPKE.Ciphersuite, info: [UInt8]) throws(CryptoKitError) {
        schedule = info.withUnsafeBytes { HPKEKeySchedule(ciphersuite: ciphersuite, info: $0) }
        cipher = try AESGCMContext(keyByteCount: ciphersuite.aead.keyByteCount)
    }

    deinit {
        wipe(lanes)
        lanes.deallocate()
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
        try scalars.withNext { scalar throws(CryptoKitError) in
            try agree(lane: 0, ephemeral: scalar, with: recipient)
        }
        try finish(lane: 0, plaintext, to: recipient, into: &output)
    }

    /// Seals with a given ephemeral key, to reproduce test vectors; a key used twice gives the messages away.
    package func seal(
        _ plaintext: Span<UInt8>, to recipient: P256.KeyAgreement.PublicKey,
        ephemeral: P256.KeyAgreement.PrivateKey, into output: inout MutableSpan<UInt8>
    ) throws(CryptoKitError) {
        defer { clear() }
        try ephemeral.scalar.scalar.withUnsafeBytes { scalar throws(CryptoKitError) in
            try agree(lane: 0, ephemeral: scalar, with: recipient)
        }
        try finish(lane: 0, plaintext, to: recipient, into: &output)
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

    private func seal(
        _ messages: [Message], plaintexts: UnsafeRawBufferPointer, recipients: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoKitError) -> [Int] {
        var refused: [Int] = []
        for start in stride(from: 0, to: messages.count, by: Self.laneCount) {
            let refusedBefore = refused.count
            let group = start..<min(start + Self.laneCount, messages.count)
            for index in group {
                let isValid = try agree(lane: index - start, with: recipients.part(messages[index].recipientRange))
                if !isValid { refused.append(index) }
            }
            for index in group where !refused[refusedBefore...].contains(index) {
                let message = messages[index]
                schedule.recipientKey.copyMemory(from: recipients.part(message.recipientRange))
                try finish(
                    lane: index - start, plaintexts.part(message.plaintext), into: output.part(message.outputRange))
            }
        }
        return refused
    }

    // MARK: The curve's half

    private func agree(
        lane: Int, ephemeral: UnsafeRawBufferPointer, with recipient: P256.KeyAgreement.PublicKey
    ) throws(CryptoKitError) {
        try arithmetic.setScalar(ephemeral)
        try arithmetic.writePublicKey(into: encapsulatedKey(lane))
        try arithmetic.writeAgreement(with: recipient.point, into: secret(lane))
    }

    /// Agrees on a secret with a fresh ephemeral key; false if the encoding is no valid key.
    private func agree(lane: Int, with recipient: UnsafeRawBufferPointer) throws(CryptoKitError) -> Bool {
        guard arithmetic.decode(recipient) else { return false }
        try scalars.withNext { scalar throws(CryptoKitError) in
            try arithmetic.setScalar(scalar)
            try arithmetic.writePublicKey(into: encapsulatedKey(lane))
            try arithmetic.writeAgreementWithDecoded(into: secret(lane))
        }
        return true
    }

    // MARK: The rest

    private func finish(
        lane: Int, _ plaintext: Span<UInt8>, to recipient: P256.KeyAgreement.PublicKey,
        into output: inout MutableSpan<UInt8>
    ) throws(CryptoKitError) {
        try plaintext.withUnsafeBytes { plaintext throws(CryptoKitError) in
            try output.withUnsafeMutableBytes { output throws(CryptoKitError) in
                schedule.recipientKey.copyBytes(from: recipient.point.encoding)
                try finish(lane: lane, plaintext, into: output.part(0..<Self.sealedByteCount(plaintext.count)))
            }
        }
    }

    /// Encrypts to the recipient whose key has been written into the schedule.
    private func finish(
        lane: Int, _ plaintext: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoKitError) {
        let encapsulatedKey = UnsafeRawBufferPointer(encapsulatedKey(lane))
        schedule.encapsulatedKey.copyMemory(from: encapsulatedKey)
        schedule.run(diffieHellman: UnsafeRawBufferPointer(secret(lane)))
        output.copyMemory(from: encapsulatedKey)
        let tagStart = P256.pointByteCount + plaintext.count
        try cipher.seal(
            plaintext, key: schedule.key, nonce: schedule.baseNonce,
            authenticating: UnsafeRawBufferPointer(start: nil, count: 0),
            ciphertext: output.part(P256.pointByteCount..<tagStart),
            tag: output.part(tagStart..<(tagStart + AES.GCM.tagByteCount)))
    }

    /// Overwrites every secret of the messages sealed so far.
    private func clear() {
        arithmetic.clear()
        schedule.clear()
        cipher.clear()
        wipe(lanes)
    }

    private func encapsulatedKey(_ lane: Int) -> UnsafeMutableRawBufferPointer {
        let start = lane * (P256.pointByteCount + P256.coordinateByteCount)
        return lanes.part(start..<(start + P256.pointByteCount))
    }

    private func secret(_ lane: Int) -> UnsafeMutableRawBufferPointer {
        let start = lane * (P256.pointByteCount + P256.coordinateByteCount) + P256.pointByteCount
        return lanes.part(start..<(start + P256.coordinateByteCount))
    }
}

@available(*, unavailable)
extension SealingContext: Sendable {}
#endif
