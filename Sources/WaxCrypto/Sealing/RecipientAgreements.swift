// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// The curve's half of up to eight openings with one private key: the secret agreed on with each encapsulated key.
///
/// It goes over the curve in eight lanes at once, or one by one with libcrypto where there are no lanes or too few
/// messages for them. For one thread at a time.
final class RecipientAgreements {
    private let privateKey: P256.KeyAgreement.PrivateKey
    private let arithmetic = P256Arithmetic()
    private let lanes: P256Lanes?
    private let lanesFrom: Int
    private let buffers = LaneBuffers()

    /// Uses the lanes, if there are any, from so many messages on.
    init(privateKey: P256.KeyAgreement.PrivateKey, lanes: P256Lanes?, from lanesFrom: Int) {
        self.privateKey = privateKey
        self.lanes = lanes
        self.lanesFrom = lanesFrom
    }

    /// Gives the lane a 65-byte encapsulated key.
    func load(_ lane: Int, _ encapsulatedKey: UnsafeRawBufferPointer) {
        buffers.encapsulatedKey(lane).copyMemory(from: encapsulatedKey)
    }

    /// Agrees for the first so many lanes, which have been loaded, and returns those that have a secret: all whose
    /// encapsulated key is an uncompressed point of the curve.
    func run(count: Int) throws(CryptoKitError) -> LaneSet {
        precondition(count <= LaneSet.laneCount)
        var candidates = LaneSet()
        for lane in 0..<count where P256.isUncompressedEncoding(encapsulatedKey(lane)) { candidates.insert(lane) }
        guard !candidates.isEmpty else { return candidates }
        return try privateKey.scalar.scalar.withUnsafeBytes { scalar throws(CryptoKitError) in
            guard let lanes, candidates.count >= lanesFrom else { return try runOneByOne(candidates, scalar) }
            for lane in 0..<count where candidates.contains(lane) {
                lanes.load(lane, scalar: scalar, point: encapsulatedKey(lane))
            }
            let valid = try lanes.run(candidates, withPublicKeys: false)
            for lane in 0..<count where valid.contains(lane) {
                buffers.secret(lane).copyMemory(from: lanes.secret(lane))
            }
            return valid
        }
    }

    private func runOneByOne(
        _ candidates: LaneSet, _ scalar: UnsafeRawBufferPointer
    ) throws(CryptoKitError) -> LaneSet {
        var valid = LaneSet()
        try arithmetic.setScalar(scalar)
        for lane in 0..<LaneSet.laneCount where candidates.contains(lane) {
            guard arithmetic.decode(encapsulatedKey(lane)) else { continue }
            try arithmetic.writeAgreementWithDecoded(into: buffers.secret(lane))
            valid.insert(lane)
        }
        return valid
    }

    /// The encapsulated key that the lane was given.
    func encapsulatedKey(_ lane: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(buffers.encapsulatedKey(lane))
    }

    /// The lane's 32-byte Diffie-Hellman secret.
    func secret(_ lane: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(buffers.secret(lane)) }

    /// Overwrites every secret.
    func clear() {
        arithmetic.clear()
        lanes?.clear()
        buffers.clear()
    }
}
#endif
