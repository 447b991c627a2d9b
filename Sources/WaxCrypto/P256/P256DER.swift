// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import FoundationEssentials

/// The DER around P-256 keys, constant but for the key's own bytes, and PEM around that.
enum P256DER {
    /// SubjectPublicKeyInfo (RFC 5480) up to the 65-byte point.
    static let publicKeyStart: [UInt8] =
        [0x30, 0x59, 0x30, 0x13] + algorithm + [0x03, 0x42, 0x00]

    /// PKCS#8 (RFC 5958) up to the scalar.
    static let privateKeyStart: [UInt8] =
        [0x30, 0x81, 0x87, 0x02, 0x01, 0x00, 0x30, 0x13] + algorithm
        + [0x04, 0x6D, 0x30, 0x6B, 0x02, 0x01, 0x01, 0x04, 0x20]

    /// PKCS#8 between the scalar and the 65-byte point.
    static let privateKeyMiddle: [UInt8] = [0xA1, 0x44, 0x03, 0x42, 0x00]

    static let privateKeyByteCount = 138

    /// The object identifiers id-ecPublicKey and prime256v1.
    private static let algorithm: [UInt8] = [
        0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
        0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
    ]

    static func publicKey(_ point: P256Point) -> Data {
        Data(publicKeyStart + point.encoding)
    }

    /// The point of a SubjectPublicKeyInfo; throws `invalidParameter` for any other key or form.
    static func point(publicKey der: [UInt8]) throws -> P256Point {
        guard der.starts(with: publicKeyStart) else { throw CryptoKitError.invalidParameter }
        return try der.withUnsafeBytes { der in
            try P256Point(encoding: der.part(publicKeyStart.count..<der.count))
        }
    }

    static func pem(_ label: String, _ der: Data) -> String {
        let body = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----"
    }
}

#endif
