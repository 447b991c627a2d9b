// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit) && canImport(CCryptoMB)
import CCryptoMB

/// Eight key agreements on P-256 at once, by Intel's crypto_mb in the lanes of AVX-512 registers.
///
/// Its time depends on no secret, and a lane at fault leaves the others as they are. For one thread at a time.
final class P256Lanes {
    /// What each lane has 32 bytes of; numbers are limbs in the processor's order, secrets are bytes.
    private enum Part: Int, CaseIterable {
        case scalar, pointX, pointY, publicX, publicY, secret
    }

    private let memory: UnsafeMutableRawBufferPointer
    private static let partByteCount = LaneSet.laneCount * P256.coordinateByteCount

    // The library takes an array of pointers for each part.
    private let inputs: UnsafeMutablePointer<UnsafePointer<UInt64>?>
    private let outputs: UnsafeMutablePointer<UnsafeMutablePointer<UInt64>?>
    private let secrets: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>

    /// Nil if a processor with these features lacks any that the lanes need: AVX-512 with IFMA above all.
    init?(processorFeatures: UInt64 = mbx_get_cpu_features()) {
        guard processorFeatures & waxmb_avx512_features == waxmb_avx512_features else { return nil }
        memory = .allocate(byteCount: Part.allCases.count * Self.partByteCount, alignment: 64)
        inputs = .allocate(capacity: 3 * LaneSet.laneCount)
        outputs = .allocate(capacity: 2 * LaneSet.laneCount)
        secrets = .allocate(capacity: LaneSet.laneCount)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        for lane in 0..<LaneSet.laneCount {
            (outputs + lane).initialize(to: number(.publicX, lane))
            (outputs + LaneSet.laneCount + lane).initialize(to: number(.publicY, lane))
            (secrets + lane).initialize(to: bytes(.secret, lane).bindMemory(to: UInt8.self).baseAddress)
        }
        inputs.initialize(repeating: nil, count: 3 * LaneSet.laneCount)
    }

    deinit {
        clear()
        memory.deallocate()
        inputs.deallocate()
        outputs.deallocate()
        secrets.deallocate()
    }

    /// Gives the lane a valid scalar and a point for which `P256.isUncompressedEncoding` holds.
    func load(_ lane: Int, scalar: UnsafeRawBufferPointer, point: UnsafeRawBufferPointer) {
        store(P256Limbs(bigEndian: scalar), .scalar, lane)
        store(P256Limbs(bigEndian: point.part(P256.xRange)), .pointX, lane)
        store(P256Limbs(bigEndian: point.part(P256.yRange)), .pointY, lane)
    }

    /// Computes the secret, and the scalar's public key too if it is wanted, for the lanes that have been loaded, and
    /// returns those of them whose point is on the curve; only these have a result.
    func run(_ lanes: LaneSet, withPublicKeys: Bool = true) throws(CryptoKitError) -> LaneSet {
        guard let first = lanes.first else { return LaneSet() }
        for lane in 0..<LaneSet.laneCount {
            // An idle lane does what the first one does: the library takes no lane without numbers.
            let source = lanes.contains(lane) ? lane : first
            inputs[lane] = UnsafePointer(number(.scalar, source))
            inputs[LaneSet.laneCount + lane] = UnsafePointer(number(.pointX, source))
            inputs[2 * LaneSet.laneCount + lane] = UnsafePointer(number(.pointY, source))
        }
        let pointX = inputs + LaneSet.laneCount
        let pointY = inputs + 2 * LaneSet.laneCount
        defer { wipe(memory.part(0..<Self.partByteCount)) }
        // Without an array for Z the points are affine.
        if withPublicKeys {
            let status = mbx_nistp256_ecpublic_key_mb8(outputs, outputs + LaneSet.laneCount, nil, inputs, nil)
            guard status == 0 else { throw Self.error(status) }
        }
        let status = mbx_nistp256_ecdh_mb8(secrets, inputs, pointX, pointY, nil, nil)
        var valid = LaneSet()
        for lane in 0..<LaneSet.laneCount where lanes.contains(lane) {
            switch Int32(MBX_GET_STS(status, Int32(lane))) {
            case MBX_STATUS_OK: valid.insert(lane)
            case MBX_STATUS_MISMATCH_PARAM_ERR: break
            default: throw Self.error(status)
            }
        }
        return valid
    }

    /// Writes what the lane has computed: the scalar's 65-byte public key and the 32-byte secret.
    func write(
        _ lane: Int, publicKey: UnsafeMutableRawBufferPointer, secret: UnsafeMutableRawBufferPointer
    ) {
        publicKey[0] = 0x04
        load(.publicX, lane).write(bigEndian: publicKey.part(P256.xRange))
        load(.publicY, lane).write(bigEndian: publicKey.part(P256.yRange))
        secret.copyMemory(from: self.secret(lane))
    }

    /// The 32-byte secret that the lane has computed.
    func secret(_ lane: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(bytes(.secret, lane)) }

    /// Overwrites every secret.
    func clear() {
        wipe(memory)
    }

    private static func error(_ status: mbx_status) -> CryptoKitError {
        .underlyingCoreCryptoError(error: Int32(bitPattern: status))
    }

    // MARK: Memory

    private func bytes(_ part: Part, _ lane: Int) -> UnsafeMutableRawBufferPointer {
        let start = part.rawValue * Self.partByteCount + lane * P256.coordinateByteCount
        return memory.part(start..<(start + P256.coordinateByteCount))
    }

    private func number(_ part: Part, _ lane: Int) -> UnsafeMutablePointer<UInt64>? {
        bytes(part, lane).bindMemory(to: UInt64.self).baseAddress
    }

    private func store(_ value: P256Limbs, _ part: Part, _ lane: Int) {
        bytes(part, lane).storeBytes(of: value, as: P256Limbs.self)
    }

    private func load(_ part: Part, _ lane: Int) -> P256Limbs {
        bytes(part, lane).load(as: P256Limbs.self)
    }
}

#endif
