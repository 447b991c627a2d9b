// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope

/// A wake that is under way: sealed tokens of one device, which are opened again whenever it goes on.
struct PendingWake: Sendable {
    /// A token, and who sent it.
    struct Held: Sendable {
        let token: SealedToken
        let sender: SenderCode
    }

    /// The newest last; at least one.
    private(set) var held: [Held]
    /// Whether there were more contacts than there are tokens here.
    var looksAtAll = false
    /// Whether the device may show something: a sender asks for it whose own token says that the owner allows it.
    let isVisible: Bool
    /// What goes out with it in the simple mode.
    let payload: String?
    /// How often it was handed to a provider.
    var attempt = 0
    /// When the last of it came.
    let since: Int64
    /// What its senders may repeat unnoticed: of a wake that is alone, and of those that came to it.
    private let firstGuard: LimitKey
    private var otherGuards: [LimitKey] = []

    /// The guards of one wake that are released: those of a flood are forgotten by themselves after ten minutes.
    static let mostGuards = 64

    init(
        _ token: SealedToken, from sender: SenderCode, isVisible: Bool, payload: String? = nil, since: Int64,
        guardKey: LimitKey
    ) {
        held = [Held(token: token, sender: sender)]
        self.isVisible = isVisible
        self.payload = payload
        self.since = since
        firstGuard = guardKey
    }

    /// Two wakes of one device as one, which names the newest contacts, as many as fit; of a silent and a visible one the
    /// visible comes second. A payload goes out only with a wake that stayed alone.
    init(_ first: PendingWake, _ second: PendingWake, keepingTokens: Bool) {
        held = first.held
        looksAtAll = first.looksAtAll || second.looksAtAll
        isVisible = first.isVisible || second.isVisible
        payload = nil
        attempt = max(first.attempt, second.attempt)
        since = max(first.since, second.since)
        firstGuard = first.firstGuard
        otherGuards = Array((first.otherGuards + second.guards).prefix(Self.mostGuards - 1))
        let others = second.held.filter { other in !held.contains { $0.token == other.token } }
        guard keepingTokens else {
            looksAtAll = looksAtAll || !others.isEmpty
            return
        }
        held += others
        guard held.count > WakeMessage.maximumReferences else { return }
        held.removeFirst(held.count - WakeMessage.maximumReferences)
        looksAtAll = true
    }

    /// Whether both hold the same tokens in the same way: nothing has come to either since they were one.
    func isSame(as other: PendingWake) -> Bool {
        isVisible == other.isVisible && attempt == other.attempt && held.map(\.token) == other.held.map(\.token)
    }

    /// What is released when it comes to nothing.
    var guards: [LimitKey] { [firstGuard] + otherGuards }

    /// Who sent the last of it.
    var sender: SenderCode? { held.last?.sender }
}

/// Whom what waits is counted for: a code under the random seed of this process, so that nothing that waits names its client.
struct SenderCode: Hashable, Sendable {
    private let code: Int

    init(_ client: ClientKey) { code = client.hashValue }
}
