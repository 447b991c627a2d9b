// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

/// HKDF (RFC 5869) over any hash function.
public struct HKDF<H: HashFunction>: Sendable {
    /// A key from secret material, with no salt and no info.
    public static func deriveKey(inputKeyMaterial: SymmetricKey, outputByteCount: Int) -> SymmetricKey {
        deriveKey(
            inputKeyMaterial: inputKeyMaterial, salt: [UInt8](), info: [UInt8](), outputByteCount: outputByteCount)
    }

    /// A key from secret material, with no salt.
    public static func deriveKey<Info: DataProtocol>(
        inputKeyMaterial: SymmetricKey, info: Info, outputByteCount: Int
    ) -> SymmetricKey {
        deriveKey(inputKeyMaterial: inputKeyMaterial, salt: [UInt8](), info: info, outputByteCount: outputByteCount)
    }

    /// A key from secret material, with no info.
    public static func deriveKey<Salt: DataProtocol>(
        inputKeyMaterial: SymmetricKey, salt: Salt, outputByteCount: Int
    ) -> SymmetricKey {
        deriveKey(inputKeyMaterial: inputKeyMaterial, salt: salt, info: [UInt8](), outputByteCount: outputByteCount)
    }

    /// A key of `outputByteCount` bytes from secret material: extract, then expand.
    public static func deriveKey<Salt: DataProtocol, Info: DataProtocol>(
        inputKeyMaterial: SymmetricKey, salt: Salt, info: Info, outputByteCount: Int
    ) -> SymmetricKey {
        expand(
            pseudoRandomKey: extract(inputKeyMaterial: inputKeyMaterial, salt: salt), info: info,
            outputByteCount: outputByteCount)
    }

    /// The pseudorandom key (RFC 5869 section 2.2); an empty salt and none are the same.
    public static func extract<Salt: DataProtocol>(
        inputKeyMaterial: SymmetricKey, salt: Salt?
    ) -> HashedAuthenticationCode<H> {
        let key = salt.map { $0.withContiguousBytes { SymmetricKey(storage: SecureBytes(copying: $0)) } }
        var hmac = HMAC<H>(key: key ?? SymmetricKey(data: [UInt8]()))
        inputKeyMaterial.withUnsafeBytes { hmac.update(bufferPointer: $0) }
        return hmac.finalize()
    }

    /// Output keying material (RFC 5869 section 2.3) of at most 255 digests.
    public static func expand<PRK: ContiguousBytes, Info: DataProtocol>(
        pseudoRandomKey prk: PRK, info: Info?, outputByteCount: Int
    ) -> SymmetricKey {
        precondition(outputByteCount >= 0 && outputByteCount <= 255 * H.Digest.byteCount, "too long for HKDF")
        let keyed = HMAC<H>(key: SymmetricKey(data: prk))
        let storage = SecureBytes(count: outputByteCount) { output in
            var filled = 0
            var counter: UInt8 = 0
            var previous: HashedAuthenticationCode<H>?
            while filled < output.count {
                counter += 1
                var hmac = keyed
                previous?.withUnsafeBytes { hmac.update(bufferPointer: $0) }
                if let info { hmac.update(data: info) }
                withUnsafeBytes(of: counter) { hmac.update(bufferPointer: $0) }
                let block = hmac.finalize()
                block.withUnsafeBytes { block in
                    let count = min(block.count, output.count - filled)
                    output.part(filled..<(filled + count)).copyMemory(from: block.part(0..<count))
                    filled += count
                }
                previous = block
            }
        }
        return SymmetricKey(storage: storage)
    }
}

#endif
