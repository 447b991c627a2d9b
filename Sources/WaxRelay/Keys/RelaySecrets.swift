// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
package import WaxCrypto
import WaxEnvelope

/// What tickets, codes and revocations hang on: three keys that follow from one secret of the relay.
package final class RelaySecrets: Sendable {
    private let ticketKey: HMACSHA256Key
    private let codeKey: HMACSHA256Key
    private let revocationKey: HMACSHA256Key
    /// How long a code counts, in minutes; it is also taken for as long again.
    static let codeMinutes: UInt32 = 10

    package init(_ secret: SymmetricKey) {
        func derived(_ name: String) -> HMACSHA256Key {
            HMACSHA256Key(
                HKDF<SHA256>.deriveKey(
                    inputKeyMaterial: secret, info: Data("sealed-push/v1/\(name)".utf8), outputByteCount: 32))
        }
        ticketKey = derived("ticket-key")
        codeKey = derived("code-key")
        revocationKey = derived("revocation-key")
    }

    /// The proof that a device opted in.
    package func ticket(of message: [UInt8]) -> [UInt8] { Array(ticketKey.code(of: message).prefix(16)) }

    /// The code that a device is sent for an enrolment token.
    func code(for token: SealedToken, minutes: UInt32) -> [UInt8] {
        let slot = minutes / Self.codeMinutes
        return Array(codeKey.code(of: Array(SHA256.hash(data: token.bytes)) + slot.bigEndianBytes).prefix(16))
    }

    /// Whether a code is the present one for a token or the one before it.
    func isCode(_ code: [UInt8], for token: SealedToken, minutes: UInt32) -> Bool {
        let isPresent = constantTimeEquals(code, self.code(for: token, minutes: minutes))
        let isLast = constantTimeEquals(code, self.code(for: token, minutes: minutes - Self.codeMinutes))
        return isPresent || isLast
    }

    /// What is written down of a revocation, 32 bytes, of which nobody learns what it revokes.
    func revocation(of message: [UInt8]) -> [UInt8] { revocationKey.code(of: message) }
}
