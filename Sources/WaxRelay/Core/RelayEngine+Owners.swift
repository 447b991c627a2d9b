// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxSystem

extension RelayEngine {
    /// How long a ticket lasts, in hours: twice as long as a token.
    static let ticketHours = 2 * SealedTokenContent.maximumLifetime

    /// Sends the device a code, in a push like all others.
    func enrol(_ token: SealedToken, of client: ClientKey, _ opener: TokenOpener) {
        guard let opened = try? opener.open(token, hour: hour), isEnrolment(opened),
            parts.sender.canSend(lane(opened))
        else { return parts.metrics.count(.badContent) }
        if let reason = refusesEnrolment(opened, of: client) { return parts.metrics.count(reason) }
        let code = parts.keeper.secrets.code(for: token, minutes: minutes)
        let message = WakeMessage(flags: .code, minutes: minutes, references: [code])
        guard let sealed = try? message.sealed(with: opened.wakeKey) else { return }
        parts.metrics.count(.enrolments)
        let (lane, sentAt) = (lane(opened), now)
        let push = WakePush(lane: lane, opened: opened, sealed: sealed, isVisible: false, isEnrolment: true)
        // The owner asks again when no code comes.
        parts.sender.send(push) { [self] in _ = note($0, lane, sentAt: sentAt) }
    }

    /// The proof that the device of a token opted in, and when it ends; nil unless the code is the one that it was sent.
    func ticket(for token: SealedToken, code: [UInt8], _ opener: TokenOpener) -> (ticket: [UInt8], expires: UInt32)? {
        guard parts.keeper.secrets.isCode(code, for: token, minutes: minutes),
            let opened = try? opener.open(token, hour: hour), isEnrolment(opened)
        else { return nil }
        let expires = hour + Self.ticketHours
        var message = opened.ticketMessage(expires: expires)
        defer { wipe(&message) }
        parts.metrics.count(.tickets)
        return (parts.keeper.secrets.ticket(of: message), expires)
    }

    /// Revokes a token, if the secret is that of its tag, it has a ticket, and its device has not had too many revoked of late:
    /// so nobody can fill the disk. Neither what the clock says of it matters, which may be wrong and is put right later, nor
    /// whether its app can be sent to.
    func revoke(_ token: SealedToken, secret: [UInt8], _ call: OwnerCall, _ opener: TokenOpener) {
        guard let opened = try? opener.open(token, hour: nil), isProven(opened),
            constantTimeEquals(SealedTokenProof.revocationTag(of: secret), opened.revocationTag)
        else { return call.finish(.done) }
        var device = opened.deviceMessage()
        defer { wipe(&device) }
        let secrets = parts.keeper.secrets
        let tag = opened.revocationTag
        guard
            !parts.revocations.isRevoked(tag: tag, device: device, issued: opened.layout.issued, secrets: secrets)
        else { return call.finish(.done) }
        let keys = state.withLock { $0.keys.snapshot }.pair(of: device)
        let end = min(opened.layout.expires, opened.layout.ticketExpires)
        let isTaken = write(
            RevocationStore.revocation(tag: tag, until: forgetting(end: end), secrets: secrets), call,
            charge: { [self] in state.withLock { $0.chargeRevocation(keys, now: now) } },
            refund: { [self] in state.withLock { $0.refundRevocation(keys, now: now) } })
        guard !isTaken else { return }
        parts.metrics.count(.limitedRevocations)
        call.finish(.limited)
    }

    /// Revokes all tokens of a device that begin no later than the one that asked for the code, by the proof that gives a
    /// ticket. Both hours are the owner's, so that it does not matter how far its clock and this one are apart.
    func revokeAll(_ token: SealedToken, code: [UInt8], _ call: OwnerCall, _ opener: TokenOpener) {
        guard parts.keeper.secrets.isCode(code, for: token, minutes: minutes),
            let opened = try? opener.open(token, hour: nil), isEnrolment(opened)
        else { return call.finish(.refused) }
        var device = opened.deviceMessage()
        defer { wipe(&device) }
        let issued = opened.layout.issued
        _ = write(
            RevocationStore.revocation(
                device: device, before: issued + 1, until: forgetting(end: issued + SealedTokenContent.maximumLifetime),
                secrets: parts.keeper.secrets), call)
    }

    /// False when a new revocation would have to be written down, and `charge` refuses that.
    private func write(
        _ revocation: RevocationStore.Revocation, _ call: OwnerCall, charge: () -> Bool = { true },
        refund: @escaping @Sendable () -> Void = {}
    ) -> Bool {
        writer.write(
            revocation, charge: charge,
            settle: { [parts] isWritten in
                if isWritten { parts.metrics.count(.revocations) } else { refund() }
            }, done: { call.finish($0 ? .done : .failed) })
    }

    /// When a record may be forgotten, if the last token that it revokes ends at an hour. With a clock that is right this
    /// follows from the present hour alone, so that a record does not tell when its token ends.
    private func forgetting(end: UInt32) -> UInt32 {
        max(max(hour, parts.keeper.current.plan.seen) + RevocationStore.life, end + RelayKeyPlan.clockBound)
    }

    /// Whether a token's device has opted in, whenever that was.
    func isProven(_ opened: OpenedToken) -> Bool {
        guard opened.layout.kind != .decoy else { return false }
        var message = opened.ticketMessage(expires: opened.layout.ticketExpires)
        defer { wipe(&message) }
        return constantTimeEquals(parts.keeper.secrets.ticket(of: message), opened.ticket)
    }

    /// A token that asks for a proof has none.
    private func isEnrolment(_ opened: OpenedToken) -> Bool {
        opened.layout.kind != .decoy && opened.layout.ticketExpires == 0 && opened.ticket.allSatisfy { $0 == 0 }
    }
}
