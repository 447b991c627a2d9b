// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// Opens single messages of HPKE in base mode (RFC 9180) that were sealed to one key, as fast as the machine allows.
///
/// It does what `HPKE.Recipient` does for its first message, without additional data, and keeps all memory but the
/// plaintexts from message to message. Several messages go over the curve eight at a time where the build has crypto_mb
/// and the processor AVX-512. Make one context per thread, for a fixed key, suite and info.
package final class OpeningContext {
    private let recipientKey: [UInt8]
    private let agreements: RecipientAgreements
    private let schedule: HPKEKeySchedule
    private let cipher: AESGCMContext

    /// The least number of messages for which the eight lanes are faster than libcrypto one by one, as measured.
    package static let defaultLanesFrom = 3

    /// A context for messages of this suite and info to this key; it uses the lanes for no fewer than `lanesFrom`
    /// messages, and never if that is nil.
    package init(
        privateKey: P256.KeyAgreement.PrivateKey, ciphersuite: HPKE.Ciphersuite, info: [UInt8],
        lanesFrom: Int? = defaultLanesFrom
    ) throws(CryptoKitError) {
        recipientKey = privateKey.scalar.publicPoint.encoding
        agreements = RecipientAgreements(
            privateKey: privateKey, lanes: lanesFrom == nil ? nil : P256Lanes(), from: lanesFrom ?? .max)
        schedule = info.withUnsafeBytes { HPKEKeySchedule(ciphersuite: ciphersuite, info: $0) }
        cipher = try AESGCMContext(keyByteCount: ciphersuite.aead.keyByteCount)
    }

    /// The plaintext of each message, which is the 65-byte encapsulated key, the ciphertext and the 16-byte tag side by
    /// side; nil for one whose encapsulated key is no uncompressed point or whose tag is wrong.
    ///
    /// Throws only what libcrypto or crypto_mb fails at by itself.
    package func open(_ messages: [ArraySlice<UInt8>]) throws(CryptoKitError) -> [SecureBytes?] {
        defer { clear() }
        var plaintexts: [SecureBytes?] = []
        plaintexts.reserveCapacity(messages.count)
        for start in stride(from: 0, to: messages.count, by: LaneSet.laneCount) {
            let group = messages[start..<min(start + LaneSet.laneCount, messages.count)]
            for (lane, message) in group.enumerated() {
                precondition(message.count >= P256.pointByteCount + AES.GCM.tagByteCount)
                message.withUnsafeBytes { agreements.load(lane, $0.part(0..<P256.pointByteCount)) }
            }
            let valid = try agreements.run(count: group.count)
            for (lane, message) in group.enumerated() {
                plaintexts.append(valid.contains(lane) ? try plaintext(message, lane) : nil)
            }
        }
        return plaintexts
    }

    private func plaintext(_ message: ArraySlice<UInt8>, _ lane: Int) throws(CryptoKitError) -> SecureBytes? {
        let text = P256.pointByteCount..<(message.count - AES.GCM.tagByteCount)
        schedule.encapsulatedKey.copyMemory(from: agreements.encapsulatedKey(lane))
        schedule.recipientKey.copyBytes(from: recipientKey)
        schedule.run(diffieHellman: agreements.secret(lane))
        do throws(CryptoKitError) {
            return try SecureBytes(count: text.count) { plaintext throws(CryptoKitError) in
                try message.withUnsafeBytes { message in
                    Result { () throws(CryptoKitError) in
                        try cipher.open(
                            message.part(text), tag: message.part(text.upperBound..<message.count), key: schedule.key,
                            nonce: schedule.baseNonce, authenticating: UnsafeRawBufferPointer(start: nil, count: 0),
                            plaintext: plaintext)
                    }
                }.get()
            }
        } catch .authenticationFailure {
            return nil
        }
    }

    /// Overwrites every secret of the messages opened last.
    private func clear() {
        agreements.clear()
        schedule.clear()
        cipher.clear()
    }
}

@available(*, unavailable)
extension OpeningContext: Sendable {}
#endif
