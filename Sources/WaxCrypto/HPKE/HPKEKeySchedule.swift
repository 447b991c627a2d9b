// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// From a Diffie-Hellman secret to the keys of a context: RFC 9180 sections 4.1 and 5.1, base mode,
/// for DHKEM(P-256, HKDF-SHA256) and HKDF-SHA256.
///
/// What depends on suite and info alone is computed once; a run then allocates nothing. For one thread at a time.
final class HPKEKeySchedule {
    private let hmac = HMACSHA256()
    /// Keyed with the empty salt that extractions without a secret use.
    private let unsalted = HMACSHA256()

    // The inputs of the HMACs, complete but for what each run adds.
    private let extractPrefix: [UInt8]
    private let secretInput: [UInt8]
    private let keyInput: [UInt8]
    private let nonceInput: [UInt8]
    private let exporterInput: [UInt8]

    private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 336, alignment: 16)
    /// The input that the shared secret is expanded with: prefix, both public keys, 0x01.
    private let sharedInput: Range<Int>
    private let keyByteCount: Int
    private let nonceByteCount: Int

    init(ciphersuite: HPKE.Ciphersuite, info: UnsafeRawBufferPointer) {
        let kem = HPKELabel.identifier(of: ciphersuite.kem)
        let suite = HPKELabel.identifier(of: ciphersuite)
        keyByteCount = ciphersuite.aead.keyByteCount
        nonceByteCount = ciphersuite.aead.nonceByteCount

        unsalted.setKey(UnsafeRawBufferPointer(start: nil, count: 0))
        var context: [UInt8] = [0x00]  // mode_base
        context += unsalted.code(of: HPKELabel.extract(suite, "psk_id_hash"))
        context += unsalted.code(of: HPKELabel.extract(suite, "info_hash") + info)
        context.append(0x01)  // the counter of HKDF's first and only block
        extractPrefix = HPKELabel.extract(kem, "eae_prk")
        secretInput = HPKELabel.extract(suite, "secret")
        keyInput = HPKELabel.expand(suite, "key", byteCount: keyByteCount) + context
        nonceInput = HPKELabel.expand(suite, "base_nonce", byteCount: nonceByteCount) + context
        exporterInput = HPKELabel.expand(suite, "exp", byteCount: HMACSHA256.byteCount) + context

        let sharedPrefix = HPKELabel.expand(kem, "shared_secret", byteCount: HMACSHA256.byteCount)
        sharedInput = 160..<(160 + sharedPrefix.count + 2 * P256.pointByteCount + 1)
        scratch.initializeMemory(as: UInt8.self, repeating: 0)
        scratch[sharedInput.upperBound - 1] = 0x01
        slice(at: sharedInput.lowerBound, count: sharedPrefix.count).copyBytes(from: sharedPrefix)
    }

    deinit {
        wipe(scratch)
        scratch.deallocate()
    }

    /// Where the 65-byte encapsulated key must be written before a run.
    var encapsulatedKey: UnsafeMutableRawBufferPointer {
        slice(at: sharedInput.upperBound - 1 - 2 * P256.pointByteCount, count: P256.pointByteCount)
    }

    /// Where the recipient's 65-byte public key must be written before a run.
    var recipientKey: UnsafeMutableRawBufferPointer {
        slice(at: sharedInput.upperBound - 1 - P256.pointByteCount, count: P256.pointByteCount)
    }

    // What a run leaves, until `clear()`.
    private var extracted: UnsafeMutableRawBufferPointer { slice(at: 0, count: 32) }
    private var secret: UnsafeMutableRawBufferPointer { slice(at: 32, count: 32) }
    var sharedSecret: UnsafeRawBufferPointer { UnsafeRawBufferPointer(slice(at: 64, count: 32)) }
    var key: UnsafeRawBufferPointer { UnsafeRawBufferPointer(slice(at: 96, count: keyByteCount)) }
    var baseNonce: UnsafeRawBufferPointer { UnsafeRawBufferPointer(slice(at: 128, count: nonceByteCount)) }

    /// Computes key and base nonce from the 32-byte secret and the two keys written before.
    func run(diffieHellman: UnsafeRawBufferPointer) {
        unsalted.begin()
        extractPrefix.withUnsafeBytes { unsalted.update($0) }
        unsalted.update(diffieHellman)
        unsalted.finish(into: extracted)

        hmac.setKey(UnsafeRawBufferPointer(extracted))
        hmac.authenticate(
            UnsafeRawBufferPointer(slice(at: sharedInput.lowerBound, count: sharedInput.count)),
            into: slice(at: 64, count: 32))

        hmac.setKey(sharedSecret)
        secretInput.withUnsafeBytes { hmac.authenticate($0, into: secret) }

        hmac.setKey(UnsafeRawBufferPointer(secret))
        keyInput.withUnsafeBytes { hmac.authenticate($0, into: slice(at: 96, count: 32)) }
        nonceInput.withUnsafeBytes { hmac.authenticate($0, into: slice(at: 128, count: 32)) }
    }

    /// The exporter secret of the last run.
    func exporterSecret() -> SecureBytes {
        SecureBytes(count: HMACSHA256.byteCount) { code in
            hmac.setKey(UnsafeRawBufferPointer(secret))
            exporterInput.withUnsafeBytes { hmac.authenticate($0, into: code) }
        }
    }

    /// Overwrites what the last run left.
    func clear() {
        wipe(slice(at: 0, count: 160))
        hmac.clear()
        unsalted.clearWork()
    }

    private func slice(at offset: Int, count: Int) -> UnsafeMutableRawBufferPointer {
        scratch.part(offset..<(offset + count))
    }
}

#endif
