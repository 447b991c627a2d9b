// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope

/// One token that a call brought, and what is to be done with it.
struct RelayJob: Sendable {
    enum Work: Sendable {
        case wake(WakeKind, nonce: [UInt8])
        /// The device is to be sent a code.
        case enrol
        /// The token is to be revoked by its secret.
        case revoke(secret: [UInt8], OwnerCall)
        /// All tokens of the device are to be revoked by the code that it was sent.
        case revokeAll(code: [UInt8], OwnerCall)

        /// Whether somebody waits for its end.
        var isAwaited: Bool {
            switch self {
            case .revoke, .revokeAll: true
            case .wake, .enrol: false
            }
        }
    }

    let token: SealedToken
    let work: Work
    /// Nothing is done before this time, in microseconds of uptime: the answer is out by then, and its time says nothing.
    let notBefore: Int64
}

/// A wake that is under way: sealed tokens of one device, which are opened again whenever it goes on.
struct PendingWake: Sendable {
    /// The newest last; at least one.
    var tokens: [SealedToken]
    /// Whether there were more contacts than there are tokens here.
    var looksAtAll = false
    let kind: WakeKind
    /// How often it was handed to a provider.
    var attempt = 0
    /// When the last of it came.
    let since: Int64
    /// What its sender may repeat unnoticed; released when it comes to nothing.
    var guardKey: LimitKey?
}
