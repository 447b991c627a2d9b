// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import COpenSSL

/// Multiplication on P-256 with memory that is reused: for one thread at a time.
///
/// It works on points and numbers themselves, which costs 1.1 times the two multiplications of a key agreement
/// where libcrypto's general interface costs 1.3. Scalars are multiplied in constant time.
final class P256Arithmetic {
    private let context: OpaquePointer
    private let scalar: OpaquePointer
    private let coordinate: OpaquePointer
    private let product: OpaquePointer
    private let decoded: OpaquePointer
    private let group = P256Group.shared.pointer

    init() {
        context = created(BN_CTX_secure_new())
        scalar = created(BN_secure_new())
        coordinate = created(BN_secure_new())
        product = created(EC_POINT_new(group))
        decoded = created(EC_POINT_new(group))
        BN_set_flags(scalar, BN_FLG_CONSTTIME)
    }

    deinit {
        BN_clear_free(scalar)
        BN_clear_free(coordinate)
        EC_POINT_clear_free(product)
        EC_POINT_clear_free(decoded)
        BN_CTX_free(context)
    }

    /// Takes the 32-byte scalar, which must be valid, for the calls that follow.
    func setScalar(_ bytes: UnsafeRawBufferPointer) throws(CryptoKitError) {
        precondition(bytes.count == P256.scalarByteCount)
        guard BN_bin2bn(bytes.bindMemory(to: UInt8.self).baseAddress, Int32(bytes.count), scalar) != nil else {
            throw .takingLibraryError()
        }
    }

    /// Writes the scalar's public key, 65 bytes.
    func writePublicKey(into encoding: UnsafeMutableRawBufferPointer) throws(CryptoKitError) {
        precondition(encoding.count == P256.pointByteCount)
        try check(EC_POINT_mul(group, product, scalar, nil, nil, context))
        let target = encoding.bindMemory(to: UInt8.self).baseAddress
        let count = EC_POINT_point2oct(group, product, POINT_CONVERSION_UNCOMPRESSED, target, encoding.count, context)
        guard count == encoding.count else { throw .takingLibraryError() }
    }

    /// Writes the 32-byte X coordinate of scalar times point: the Diffie-Hellman secret.
    func writeAgreement(
        with point: P256Point, into secret: UnsafeMutableRawBufferPointer
    ) throws(CryptoKitError) {
        try writeAgreement(withPoint: point.pointer, into: secret)
    }

    /// Takes a 65-byte encoding for `writeAgreementWithDecoded`; false if `P256Point` would refuse it.
    func decode(_ encoding: UnsafeRawBufferPointer) -> Bool {
        do throws(CryptoKitError) {
            try P256Point.decode(encoding, into: decoded, context: context)
            return true
        } catch {
            return false
        }
    }

    /// Writes the secret agreed on with the point that was decoded last.
    func writeAgreementWithDecoded(into secret: UnsafeMutableRawBufferPointer) throws(CryptoKitError) {
        try writeAgreement(withPoint: decoded, into: secret)
    }

    private func writeAgreement(
        withPoint point: OpaquePointer, into secret: UnsafeMutableRawBufferPointer
    ) throws(CryptoKitError) {
        precondition(secret.count == P256.coordinateByteCount)
        try check(EC_POINT_mul(group, product, nil, point, scalar, context))
        try check(EC_POINT_get_affine_coordinates(group, product, coordinate, nil, context))
        let target = secret.bindMemory(to: UInt8.self).baseAddress
        guard BN_bn2binpad(coordinate, target, Int32(secret.count)) == secret.count else {
            throw .takingLibraryError()
        }
    }

    /// Overwrites the scalar and the point and coordinate made with it.
    func clear() {
        BN_clear(scalar)
        BN_clear(coordinate)
        EC_POINT_copy(product, EC_GROUP_get0_generator(group))
    }
}

/// A point of P-256 other than infinity, decoded once.
final class P256Point: @unchecked Sendable {
    // Sendable: never changed after it is made; libcrypto reads points without changing them.
    fileprivate let pointer: OpaquePointer
    /// 0x04, X and Y: 65 bytes.
    let encoding: [UInt8]

    /// Decodes 0x04, X, Y.
    ///
    /// Throws `incorrectParameterSize` for another length than 65, and `invalidParameter` for another form
    /// (compressed, hybrid, infinity) or coordinates that are not on the curve.
    init(encoding bytes: UnsafeRawBufferPointer) throws(CryptoKitError) {
        encoding = [UInt8](bytes)
        pointer = created(EC_POINT_new(P256Group.shared.pointer))
        try Self.decode(bytes, into: pointer, context: nil)
    }

    deinit {
        EC_POINT_free(pointer)
    }

    fileprivate static func decode(
        _ encoding: UnsafeRawBufferPointer, into point: OpaquePointer, context: OpaquePointer?
    ) throws(CryptoKitError) {
        guard encoding.count == P256.pointByteCount else { throw .incorrectParameterSize }
        // libcrypto would also take the hybrid forms 06 and 07.
        guard encoding[0] == 0x04 else { throw .invalidParameter }
        let source = encoding.bindMemory(to: UInt8.self).baseAddress
        // Checks that both coordinates are below p and the point is on the curve; the cofactor is 1.
        guard EC_POINT_oct2point(P256Group.shared.pointer, point, source, encoding.count, context) == 1 else {
            throw .clearingLibraryErrors(.invalidParameter)
        }
    }
}

/// The curve's parameters and libcrypto's table of multiples of the generator.
private final class P256Group: @unchecked Sendable {
    // Sendable: never changed after it is made.
    static let shared = P256Group()
    let pointer: OpaquePointer

    private init() {
        pointer = created(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1))
    }
}

#endif
