// SPDX-License-Identifier: Apache-2.0
import WaxCrypto

/// What stands behind a token's revocation and its ticket.
package enum SealedTokenProof {
    /// The tag of a revocation secret, which has 32 bytes: the first 16 of its hash.
    package static func revocationTag(of secret: [UInt8]) -> [UInt8] {
        var message = Array("sealed-push/v1/rev".utf8) + [0] + secret
        defer { wipe(&message) }
        return Array(SHA256.hash(data: message).prefix(16))
    }

    /// What a ticket is the code of: the device, the app, and when the ticket ends. Whoever asks wipes it.
    package static func ticketMessage(
        kind: PushAddress.Kind, isSandbox: Bool, app: UnsafeRawBufferPointer, token: UnsafeRawBufferPointer,
        expires: UInt32
    ) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(64 + app.count + token.count)
        message += "sealed-push/v1/ticket".utf8
        message += [0, kind.rawValue, isSandbox ? 1 : 0, UInt8(truncatingIfNeeded: app.count)]
        message += app
        message += UInt16(truncatingIfNeeded: token.count).bigEndianBytes
        message += token
        message += expires.bigEndianBytes
        return message
    }
}
