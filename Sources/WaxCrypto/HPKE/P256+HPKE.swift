// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

extension P256.KeyAgreement.PublicKey: HPKEDiffieHellmanPublicKey {
    /// A key of the same curve for one message.
    public typealias EphemeralPrivateKey = P256.KeyAgreement.PrivateKey

    /// The key with the 65 bytes 0x04, X and Y.
    public init<D: ContiguousBytes>(_ serialization: D, kem: HPKE.KEM) throws {
        try self.init(x963Representation: serialization)
    }

    /// 0x04, X and Y, 65 bytes.
    public func hpkeRepresentation(kem: HPKE.KEM) throws -> Data {
        x963Representation
    }
}

extension P256.KeyAgreement.PrivateKey: HPKEDiffieHellmanPrivateKeyGeneration {}

#endif
