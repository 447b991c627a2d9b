// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// Seals single messages with HPKE in base mode (RFC 9180) as fast as the machine allows.
///
/// It does what `HPKE.Sender` does for its first message, without additional data, and keeps all memory from
/// message to message: a seal allocates nothing but what libcrypto's multiplication allocates for itself.
/// A batch goes over the curve eight messages at a time where the build has crypto_mb and the processor AVX-512.
/// A sealed message is the 65-byte encapsulated key, the ciphertext and the 16-byte tag, side by side.
/// Make one context per thread, for a fixed suite and info.
package final class SealingContext {
    private let agreements: EphemeralAgreements
    private let schedule: HPKEKeySchedule
    private let cipher: AESGCMContext

    /// Whether batches of this context go over the curve eight messages at a time.
    package let usesLanes: Bool

    /// The least number of messages for which the eight lanes are faster than libcrypto one by one, as measured.
    package static let defaultLanesFrom = 3

    /// A context for messages of this suite and info; its batches use the lanes for no fewer than `lanesFrom`
    /// messages, and never if that is nil.
    package convenience init(
        ciphersuite: HPKE.Ciphersuite, info: [UInt8], lanesFrom: Int? = defaultLanesFrom
    ) throws(CryptoKitError) {
        try self.init(
            ciphersuite: ciphersuite, info: info, lanes: lanesFrom == nil ? nil : P256Lanes(),
            lanesFrom: lanesFrom ?? .max, scalars: ScalarPool())
    }

    init(
        ciphersuite: HPKE.Ciphersuite, info: [UInt8], lanes: P256Lanes?, lanesFrom: Int, scalars: ScalarPool
    ) throws(CryptoKitError) {
        agreements = EphemeralAgreements(lanes: lanes, from: lanesFrom, scalars: scalars)
        schedule = info.withUnsafeBytes { HPKEKeySchedule(ciphersuite: ciphersuite, info: $0) }
        cipher = try AESGCMContext(keyByteCount: ciphersuite.aead.keyByteCount)
        usesLanes = lanes != nil
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
        try agreements.agree(with: recipient)
        try finish(plaintext, to: recipient, into: &output)
    }

    /// Seals with a given ephemeral key, to reproduce test vectors; a key used twice gives the messages away.
    package func seal(
        _ plaintext: Span<UInt8>, to recipient: P256.KeyAgreement.PublicKey,
        ephemeral: P256.KeyAgreement.PrivateKey, into output: inout MutableSpan<UInt8>
    ) throws(CryptoKitError) {
        defer { clear() }
        try ephemeral.scalar.scalar.withUnsafeBytes { scalar throws(CryptoKitError) in
            try agreements.agree(with: recipient, ephemeral: scalar)
        }
        try finish(plaintext, to: recipient, into: &output)
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

    /// Goes over the curve for a group of messages before it does the rest for them, with lanes or without: the code
    /// and tables of each half then stay in the processor's caches.
    private func seal(
        _ messages: [Message], plaintexts: UnsafeRawBufferPointer, recipients: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoKitError) -> [Int] {
        var refused: [Int] = []
        for start in stride(from: 0, to: messages.count, by: LaneSet.laneCount) {
            let count = min(LaneSet.laneCount, messages.count - start)
            let valid = try agreements.agree(count: count) { recipients.part(messages[start + $0].recipientRange) }
            for lane in 0..<count {
                guard valid.contains(lane) else {
                    refused.append(start + lane)
                    continue
                }
                let message = messages[start + lane]
                schedule.recipientKey.copyMemory(from: recipients.part(message.recipientRange))
                try finish(lane: lane, plaintexts.part(message.plaintext), into: output.part(message.outputRange))
            }
        }
        return refused
    }

    // MARK: What follows the curve

    private func finish(
        _ plaintext: Span<UInt8>, to recipient: P256.KeyAgreement.PublicKey, into output: inout MutableSpan<UInt8>
    ) throws(CryptoKitError) {
        try plaintext.withUnsafeBytes { plaintext throws(CryptoKitError) in
            try output.withUnsafeMutableBytes { output throws(CryptoKitError) in
                schedule.recipientKey.copyBytes(from: recipient.point.encoding)
                try finish(lane: 0, plaintext, into: output.part(0..<Self.sealedByteCount(plaintext.count)))
            }
        }
    }

    /// Encrypts to the recipient whose key has been written into the schedule.
    private func finish(
        lane: Int, _ plaintext: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoKitError) {
        let encapsulatedKey = agreements.encapsulatedKey(lane)
        schedule.encapsulatedKey.copyMemory(from: encapsulatedKey)
        schedule.run(diffieHellman: agreements.secret(lane))
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
        agreements.clear()
        schedule.clear()
        cipher.clear()
    }
}

@available(*, unavailable)
extension SealingContext: Sendable {}
#endif
