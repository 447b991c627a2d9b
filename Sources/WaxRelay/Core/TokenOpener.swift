// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxEnvelope

/// Opens tokens with the relay's keys; one for each thread.
package final class TokenOpener {
    private let keeper: RelayKeeper
    private var generation = -1
    private var contexts: [RelayKeyID: OpeningContext] = [:]
    /// How many tokens it has tried to open; those of unknown keys cost nothing.
    private(set) var count = 0

    package init(_ keeper: RelayKeeper) { self.keeper = keeper }

    /// How many of the tokens open: for measurements.
    package func opens(_ tokens: [SealedToken], hour: UInt32) -> Int {
        open(tokens, hour: hour).count { (try? $0.get()) != nil }
    }

    /// The content of a token that counts at this hour.
    func open(_ token: SealedToken, hour: UInt32) throws(SealedTokenError) -> OpenedToken {
        try open([token], hour: hour)[0].get()
    }

    /// The content of each token that counts at this hour, which is cheaper for several at once.
    func open(_ tokens: [SealedToken], hour: UInt32) -> [Result<OpenedToken, SealedTokenError>] {
        var results = [Result<OpenedToken, SealedTokenError>](repeating: .failure(.unknownKey), count: tokens.count)
        for keyID in Set(tokens.map(\.keyID)) {
            guard let context = context(keyID) else { continue }
            let places = tokens.indices.filter { tokens[$0].keyID == keyID }
            count += places.count
            let contents = (try? context.open(places.map { tokens[$0].sealedBytes })) ?? places.map { _ in nil }
            for (place, content) in zip(places, contents) {
                results[place] = Result { () throws(SealedTokenError) in
                    guard let content else { throw .notOpened }
                    let opened = try OpenedToken(content)
                    try opened.layout.check(hour: hour)
                    return opened
                }
            }
        }
        return results
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
