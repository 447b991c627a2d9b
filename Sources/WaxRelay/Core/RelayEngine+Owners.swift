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

    /// Revokes a token, if the secret is that of its tag, the token is one that would work and its device has not had too many
    /// revoked of late: so nobody can fill the disk.
    func revoke(_ token: SealedToken, secret: [UInt8], _ opener: TokenOpener) {
        guard let passed = pass([token], opener)[0],
            constantTimeEquals(SealedTokenProof.revocationTag(of: secret), passed.opened.revocationTag)
        else { return }
        let (keys, now) = (passed.keys, now)
        guard state.withLock({ $0.chargeRevocation(keys.device, now: now) }) else {
            return parts.metrics.count(.limitedRevocations)
        }
        store {
            try parts.revocations.revoke(
                tag: passed.opened.revocationTag, until: hour + RevocationStore.life, secrets: parts.keeper.secrets)
        }
    }

    /// Revokes all tokens of a device that begin before the next hour, by the proof that gives a ticket.
    func revokeAll(_ token: SealedToken, code: [UInt8], _ opener: TokenOpener) {
        guard parts.keeper.secrets.isCode(code, for: token, minutes: minutes),
            let opened = try? opener.open(token, hour: hour), isEnrolment(opened)
        else { return }
        var message = opened.deviceMessage()
        defer { wipe(&message) }
        store {
            try parts.revocations.revoke(
                device: message, before: hour + 1, until: hour + RevocationStore.life, secrets: parts.keeper.secrets)
        }
    }

    private func store(_ body: () throws -> Void) {
        do {
            try body()
            parts.metrics.count(.revocations)
        } catch {
            parts.log(.error, "a revocation could not be written: \(error)")
        }
    }

    /// A token that asks for a proof has none.
    private func isEnrolment(_ opened: OpenedToken) -> Bool {
        opened.layout.kind != .decoy && opened.layout.ticketExpires == 0 && opened.ticket.allSatisfy { $0 == 0 }
    }
}
