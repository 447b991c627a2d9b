// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import FoundationEssentials

extension HPKE {
    /// Key encapsulation by Diffie-Hellman (RFC 9180 section 4.1).
    public enum DHKEM: Sendable {
        /// The P-256 key pair that follows from keying material: DeriveKeyPair (section 7.1.3), for test vectors.
        package static func deriveKeyPair(from material: [UInt8]) throws -> P256.KeyAgreement.PrivateKey {
            let identifier = HPKELabel.identifier(of: .P256_HKDF_SHA256)
            var input = HPKELabel.extract(identifier, "dkp_prk") + material
            defer { wipe(&input) }
            let extracted = HKDF<SHA256>.extract(inputKeyMaterial: SymmetricKey(data: input), salt: [UInt8]())
            let prefix = HPKELabel.expand(identifier, "candidate", byteCount: P256.scalarByteCount)
            for counter in UInt8.min...UInt8.max {
                let candidate = HKDF<SHA256>.expand(
                    pseudoRandomKey: extracted, info: prefix + [counter], outputByteCount: P256.scalarByteCount)
                if candidate.withUnsafeBytes({ P256.isValidScalar($0) }) {
                    return try P256.KeyAgreement.PrivateKey(rawRepresentation: candidate)
                }
            }
            throw CryptoKitError.invalidParameter
        }
    }
}

#endif
