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
    /// Who brought it, and whom it is counted for when it waits.
    let client: ClientKey
    let sender: SenderCode
    /// Nothing is done before this time, in microseconds of uptime: the answer is out by then, and its time says nothing.
    let notBefore: Int64
}

extension RelayJob.Work {
    /// Whether what comes of it may wait for its time; what owners ask for does not.
    var mayWait: Bool {
        if case .wake = self { true } else { false }
    }
}
