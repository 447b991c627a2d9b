// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import FoundationEssentials

/// A private scalar with its public point: what both kinds of private key are made of.
struct P256PrivateScalar: Sendable {
    let scalar: SecureBytes
    let publicPoint: P256Point

    init(_ scalar: SecureBytes) throws {
        guard scalar.count == P256.scalarByteCount else { throw CryptoKitError.incorrectParameterSize }
        let isValid = scalar.withUnsafeBytes { P256.isValidScalar($0) }
        guard isValid else { throw CryptoKitError.invalidParameter }
        self.scalar = scalar
        let arithmetic = P256Arithmetic()
        try scalar.withUnsafeBytes { try arithmetic.setScalar($0) }
        var encoding = [UInt8](repeating: 0, count: P256.pointByteCount)
        try encoding.withUnsafeMutableBytes { try arithmetic.writePublicKey(into: $0) }
        publicPoint = try encoding.withUnsafeBytes { try P256Point(encoding: $0) }
    }

    static func random() -> P256PrivateScalar {
        do {
            let scalar = try SecureBytes(count: P256.scalarByteCount) { try P256.fillWithRandomScalar($0) }
            return try P256PrivateScalar(scalar)
        } catch {
            Random.unavailable()
        }
    }

    init(raw: UnsafeRawBufferPointer) throws {
        try self.init(SecureBytes(copying: raw))
    }

    /// 0x04, X, Y, K; the point must belong to the scalar.
    init(x963 bytes: UnsafeRawBufferPointer) throws {
        guard bytes.count == P256.pointByteCount + P256.scalarByteCount else {
            throw CryptoKitError.incorrectParameterSize
        }
        try self.init(raw: bytes.part(P256.pointByteCount..<bytes.count))
        guard publicPoint.encoding.elementsEqual(bytes[..<P256.pointByteCount]) else {
            throw CryptoKitError.invalidParameter
        }
    }

    init(pem: String) throws {
        try self.init(PKey(privatePEM: pem).p256Scalar())
    }

    init(der: [UInt8]) throws {
        try self.init(PKey(privateDER: der).p256Scalar())
    }

    var raw: Data {
        scalar.withUnsafeBytes { Data($0) }
    }

    var x963: Data {
        scalar.withUnsafeBytes { publicPoint.encoding + Data($0) }
    }

    /// PKCS#8 (RFC 5958) around an ECPrivateKey (RFC 5915) with its public key.
    var der: Data {
        withDER { Data($0) }
    }

    /// Lends the PKCS#8 form and wipes it.
    func withDER<Result>(_ body: ([UInt8]) throws -> Result) rethrows -> Result {
        var der: [UInt8] = []
        der.reserveCapacity(P256DER.privateKeyByteCount)
        der += P256DER.privateKeyStart
        scalar.withUnsafeBytes { der += $0 }
        der += P256DER.privateKeyMiddle
        der += publicPoint.encoding
        defer { wipe(&der) }
        return try body(der)
    }

    var pem: String {
        P256DER.pem("PRIVATE KEY", der)
    }
}

#endif
