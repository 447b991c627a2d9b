// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// The curve's half of up to eight seals: for each, a fresh encapsulated key and a secret agreed on with the recipient.
///
/// It goes over the curve in eight lanes at once, or one by one with libcrypto where there are no lanes or too few
/// recipients for them: all eight take their time even if one has work. For one thread at a time.
final class EphemeralAgreements {
    private let arithmetic = P256Arithmetic()
    private let lanes: P256Lanes?
    private let lanesFrom: Int
    private let scalars: ScalarPool
    private let results = LaneBuffers()

    /// Uses the lanes, if there are any, from so many recipients on.
    init(lanes: P256Lanes?, from lanesFrom: Int, scalars: ScalarPool) {
        self.lanes = lanes
        self.lanesFrom = lanesFrom
        self.scalars = scalars
    }

    /// Agrees with one recipient, with the given ephemeral scalar or a fresh one; the result is that of lane 0.
    func agree(
        with recipient: P256.KeyAgreement.PublicKey, ephemeral: UnsafeRawBufferPointer? = nil
    ) throws(CryptoKitError) {
        guard let ephemeral else {
            return try scalars.withNext { scalar throws(CryptoKitError) in
                try agree(with: recipient, ephemeral: scalar)
            }
        }
        try arithmetic.setScalar(ephemeral)
        try arithmetic.writePublicKey(into: results.encapsulatedKey(0))
        try arithmetic.writeAgreement(with: recipient.point, into: results.secret(0))
    }

    /// Agrees with as many recipients, by the encodings of their keys, and returns the lanes that have a result:
    /// those whose encoding is a valid key.
    func agree(
        count: Int, recipient: (Int) -> UnsafeRawBufferPointer
    ) throws(CryptoKitError) -> LaneSet {
        precondition(count <= LaneSet.laneCount)
        var candidates = LaneSet()
        for lane in 0..<count where P256.isUncompressedEncoding(recipient(lane)) { candidates.insert(lane) }
        guard let lanes, candidates.count >= lanesFrom else {
            return try agreeOneByOne(with: candidates, recipient: recipient)
        }
        for lane in 0..<count where candidates.contains(lane) {
            try scalars.withNext { scalar in lanes.load(lane, scalar: scalar, point: recipient(lane)) }
        }
        let valid = try lanes.run(candidates)
        for lane in 0..<count where valid.contains(lane) {
            lanes.write(
                lane, publicKey: results.encapsulatedKey(lane), secret: results.secret(lane))
        }
        return valid
    }

    private func agreeOneByOne(
        with candidates: LaneSet, recipient: (Int) -> UnsafeRawBufferPointer
    ) throws(CryptoKitError) -> LaneSet {
        var valid = LaneSet()
        for lane in 0..<LaneSet.laneCount where candidates.contains(lane) {
            guard arithmetic.decode(recipient(lane)) else { continue }
            try scalars.withNext { scalar throws(CryptoKitError) in
                try arithmetic.setScalar(scalar)
                try arithmetic.writePublicKey(into: results.encapsulatedKey(lane))
                try arithmetic.writeAgreementWithDecoded(into: results.secret(lane))
            }
            valid.insert(lane)
        }
        return valid
    }

    /// The 65-byte public key of the lane's ephemeral scalar.
    func encapsulatedKey(_ lane: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(results.encapsulatedKey(lane))
    }

    /// The lane's 32-byte Diffie-Hellman secret.
    func secret(_ lane: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(results.secret(lane))
    }

    /// Overwrites every secret.
    func clear() {
        arithmetic.clear()
        lanes?.clear()
        results.clear()
    }
}

#endif
