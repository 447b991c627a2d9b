// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxEnvelope
import WaxSystem

/// Opens tokens with the relay's keys; one for each thread.
package final class TokenOpener: Sendable {
    private struct State {
        var contexts: [RelayKeyID: OpeningContext] = [:]
        var count = 0
    }

    private let keeper: RelayKeeper
    private let state = Locked(State())

    package init(_ keeper: RelayKeeper) {
        self.keeper = keeper
        keeper.serve(self)
    }

    /// How many tokens it has tried to open; those of unknown keys cost nothing.
    var count: Int { state.withLock { $0.count } }
    /// The keys of which it holds a copy.
    var heldKeys: Set<RelayKeyID> { state.withLock { Set($0.contexts.keys) } }

    /// Forgets all copies of keys, once what is being opened is open.
    func dropKeys() { state.withLock { $0.contexts = [:] } }

    /// How many of the tokens open: for measurements.
    package func opens(_ tokens: [SealedToken], hour: UInt32) -> Int {
        open(tokens, hour: hour).count { (try? $0.get()) != nil }
    }

    /// The content of a token that counts at this hour; nil for the hour leaves open when it counts.
    func open(_ token: SealedToken, hour: UInt32?) throws(SealedTokenError) -> OpenedToken {
        try open([token], hour: hour)[0].get()
    }

    /// The content of each token that counts at this hour, which is cheaper for several at once.
    func open(_ tokens: [SealedToken], hour: UInt32?) -> [Result<OpenedToken, SealedTokenError>] {
        state.withLock { state in
            var results = [Result<OpenedToken, SealedTokenError>](
                repeating: .failure(.unknownKey), count: tokens.count)
            for keyID in Set(tokens.map(\.keyID)) {
                guard let context = context(keyID, &state) else { continue }
                let places = tokens.indices.filter { tokens[$0].keyID == keyID }
                state.count += places.count
                let contents = (try? context.open(places.map { tokens[$0].sealedBytes })) ?? places.map { _ in nil }
                for (place, content) in zip(places, contents) {
                    results[place] = Result { () throws(SealedTokenError) in
                        guard let content else { throw .notOpened }
                        let opened = try OpenedToken(content)
                        if let hour { try opened.layout.check(hour: hour) }
                        return opened
                    }
                }
            }
            return results
        }
    }

    private func context(_ keyID: RelayKeyID, _ state: inout State) -> OpeningContext? {
        if let context = state.contexts[keyID] { return context }
        let keys = keeper.current
        guard let key = keys.privateKey(keyID),
            let publicKey = RelayPublicKey(key.publicKey, relay: keys.plan.relay),
            let context = try? OpeningContext(
                privateKey: key, ciphersuite: SealedToken.ciphersuite, info: publicKey.info)
        else { return nil }
        state.contexts[keyID] = context
        return context
    }
}
