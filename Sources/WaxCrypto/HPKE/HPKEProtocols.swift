// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

/// A public key that is written and read in the form that a mechanism prescribes.
public protocol HPKEPublicKeySerialization: Sendable {
    /// The key in a mechanism's form; throws `HPKE.Errors.inconsistentCiphersuiteAndKey` for another mechanism's.
    init<D: ContiguousBytes>(_ serialization: D, kem: HPKE.KEM) throws
    /// The mechanism's form of the key; throws `HPKE.Errors.inconsistentCiphersuiteAndKey` if it has none.
    func hpkeRepresentation(kem: HPKE.KEM) throws -> Data
}

/// A public key that messages are sealed to.
public protocol HPKEDiffieHellmanPublicKey: HPKEPublicKeySerialization
where EphemeralPrivateKey.PublicKey == Self {
    /// The kind of key that a sender makes for one message.
    associatedtype EphemeralPrivateKey: HPKEDiffieHellmanPrivateKeyGeneration
}

/// A private key that opens messages.
public protocol HPKEDiffieHellmanPrivateKey: DiffieHellmanKeyAgreement
where PublicKey: HPKEDiffieHellmanPublicKey {}

/// A private key that can be made at random.
public protocol HPKEDiffieHellmanPrivateKeyGeneration: HPKEDiffieHellmanPrivateKey {
    /// A random key.
    init()
}

#endif
