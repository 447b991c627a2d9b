// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// A private key that agrees on a secret with somebody's public key.
public protocol DiffieHellmanKeyAgreement: Sendable {
    /// The public key's type.
    associatedtype PublicKey: Sendable
    /// The public key that belongs to this one.
    var publicKey: PublicKey { get }
    /// The secret shared with the owner of the other key.
    func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret
}

#endif
