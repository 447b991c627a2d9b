// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import COpenSSL

/// The two forms of an ECDSA signature: r and s side by side, and the DER sequence of both.
enum ECDSASignatureDER {
    /// The 64 bytes of a DER signature; throws `invalidParameter` unless it is canonical DER of two 256-bit numbers.
    static func raw(der: [UInt8]) throws(CryptoKitError) -> [UInt8] {
        let signature = der.withUnsafeBufferPointer { der in
            var position = der.baseAddress
            return d2i_ECDSA_SIG(nil, &position, der.count)
        }
        guard let signature else { throw .clearingLibraryErrors(.invalidParameter) }
        defer { ECDSA_SIG_free(signature) }
        var raw = [UInt8](repeating: 0, count: 2 * P256.scalarByteCount)
        let fits = raw.withUnsafeMutableBufferPointer { raw in
            let half = Int32(P256.scalarByteCount)
            let second = raw.baseAddress.map { $0 + P256.scalarByteCount }
            return BN_bn2binpad(ECDSA_SIG_get0_r(signature), raw.baseAddress, half) == half
                && BN_bn2binpad(ECDSA_SIG_get0_s(signature), second, half) == half
        }
        guard fits, try self.der(raw: raw) == der else { throw .clearingLibraryErrors(.invalidParameter) }
        return raw
    }

    /// The DER of a 64-byte signature.
    static func der(raw: [UInt8]) throws(CryptoKitError) -> [UInt8] {
        precondition(raw.count == 2 * P256.scalarByteCount)
        let signature = created(ECDSA_SIG_new())
        defer { ECDSA_SIG_free(signature) }
        let isSet = raw.withUnsafeBufferPointer { raw in
            let half = Int32(P256.scalarByteCount)
            let r = BN_bin2bn(raw.baseAddress, half, nil)
            let s = BN_bin2bn(raw.baseAddress.map { $0 + P256.scalarByteCount }, half, nil)
            // The signature owns both numbers from here on.
            return ECDSA_SIG_set0(signature, r, s) == 1
        }
        let count = i2d_ECDSA_SIG(signature, nil)
        guard isSet, count > 0 else { throw .takingLibraryError() }
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
            var target = buffer.baseAddress
            written = Int(max(0, i2d_ECDSA_SIG(signature, &target)))
        }
    }
}

#endif
