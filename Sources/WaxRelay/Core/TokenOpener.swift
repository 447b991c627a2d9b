// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxEnvelope

/// Opens tokens with the relay's keys; one for each thread.
package final class TokenOpener {
    private let keeper: RelayKeeper
    private var generation = -1
    private var contexts: [RelayKeyID: OpeningContext] = [:]
    /// How many tokens it was given.
    private(set) var count = 0

    package init(_ keeper: RelayKeeper) { self.keeper = keeper }

    /// Whether a token opens at all: for measurements.
    package func opens(_ token: SealedToken, hour: UInt32) -> Bool { (try? open(token, hour: hour)) != nil }

    /// The content of a token that counts at this hour.
    func open(_ token: SealedToken, hour: UInt32) throws(SealedTokenError) -> OpenedToken {
        count += 1
        guard let context = context(token.keyID) else { throw .unknownKey }
        let content: SecureBytes
        do throws(CryptoKitError) {
            content = try SecureBytes(count: SealedToken.plaintextByteCount) { plaintext throws(CryptoKitError) in
                try token.sealedBytes.withUnsafeBytes { sealed in
                    Result { () throws(CryptoKitError) in try context.open(sealed, into: plaintext) }
                }.get()
            }
        } catch {
            throw .notOpened
        }
        let opened = try OpenedToken(content)
        try opened.layout.check(hour: hour)
        return opened
    }

    private func context(_ keyID: RelayKeyID) -> OpeningContext? {
        let keys = keeper.current
        if keys.generation != generation {
            contexts = [:]
            generation = keys.generation
        }
        if let context = contexts[keyID] { return context }
        guard let key = keys.privateKey(keyID),
            let publicKey = RelayPublicKey(key.publicKey, relay: keys.plan.relay),
            let context = try? OpeningContext(
                privateKey: key, ciphersuite: SealedToken.ciphersuite, info: publicKey.info)
        else { return nil }
        contexts[keyID] = context
        return context
    }
}

@available(*, unavailable)
extension TokenOpener: Sendable {}
