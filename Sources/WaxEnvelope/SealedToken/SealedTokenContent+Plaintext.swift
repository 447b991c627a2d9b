// SPDX-License-Identifier: Apache-2.0

extension SealedTokenContent {
    /// The 1280 bytes, filled up with zeros; whoever asks wipes them.
    ///
    /// Throws what reading them would, times apart: `policy`, `delay`, `lengths`, `address` or `lifetime`.
    package func plaintext() throws(SealedTokenError) -> [UInt8] {
        let tok = address?.bytes ?? []
        guard reference.count == 16, revocationTag.count == 16, wakeKey.count == 16, ticket.count == 16,
            app.utf8.count <= Self.maximumAppLength, tok.count <= Int(UInt16.max), extensions.count <= Int(UInt16.max)
        else { throw .lengths }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(SealedToken.plaintextByteCount)
        bytes += [
            SealedTokenLayout.version, (address?.kind ?? .decoy).rawValue, address?.isSandbox == true ? 1 : 0,
            policy.rawValue,
        ]
        bytes += issued.bigEndianBytes + expires.bigEndianBytes + [delay]
        bytes += reference + revocationTag + wakeKey + ticket + ticketExpires.bigEndianBytes
        bytes += [UInt8(app.utf8.count)] + app.utf8
        bytes += UInt16(tok.count).bigEndianBytes + tok
        bytes += UInt16(extensions.count).bigEndianBytes + extensions
        guard bytes.count <= SealedToken.plaintextByteCount else {
            wipe(&bytes)
            throw .lengths
        }
        bytes += repeatElement(0, count: SealedToken.plaintextByteCount - bytes.count)
        do throws(SealedTokenError) {
            _ = try SealedTokenLayout(bytes)
        } catch {
            wipe(&bytes)
            throw error
        }
        return bytes
    }

    /// Reads the 1280 bytes, whose layout has been read.
    package init(_ layout: SealedTokenLayout, of plaintext: UnsafeRawBufferPointer) {
        func text(_ range: Range<Int>) -> String { String(decoding: plaintext[range], as: UTF8.self) }
        let token = UnsafeRawBufferPointer(rebasing: plaintext[layout.token])
        let address: PushAddress? =
            switch layout.kind {
            case .decoy: nil
            case .apns: .apns(token: Array(token), isSandbox: layout.isSandbox)
            case .fcm: .fcm(token: text(layout.token))
            case .webPush:
                PushAddress.endpointLength(token).map { length in
                    .webPush(
                        endpoint: String(decoding: token[2..<2 + length], as: UTF8.self),
                        p256dh: Array(token[(2 + length)...].prefix(65)), auth: Array(token.suffix(16)))
                }
            }
        self.init(
            address: address, app: text(layout.app), policy: layout.policy, issued: layout.issued,
            expires: layout.expires, delay: layout.delay, reference: Array(plaintext[SealedTokenLayout.reference]),
            revocationTag: Array(plaintext[SealedTokenLayout.revocationTag]),
            wakeKey: Array(plaintext[SealedTokenLayout.wakeKey]), ticket: Array(plaintext[SealedTokenLayout.ticket]),
            ticketExpires: layout.ticketExpires, extensions: Array(plaintext[layout.extensions]))
    }
}
