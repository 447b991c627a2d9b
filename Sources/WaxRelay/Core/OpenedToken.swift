// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope

/// A token's content in memory that is wiped when the value goes.
struct OpenedToken: Sendable {
    let layout: SealedTokenLayout
    private let content: SecureBytes

    init(_ content: SecureBytes) throws(SealedTokenError) {
        layout = try content.withUnsafeBytes { (bytes) throws(SealedTokenError) in try SealedTokenLayout(bytes) }
        self.content = content
    }

    /// The app as the configuration calls it.
    var app: String { with(layout.app) { String(decoding: $0, as: UTF8.self) } }
    var reference: [UInt8] { with(SealedTokenLayout.reference) { Array($0) } }
    var revocationTag: [UInt8] { with(SealedTokenLayout.revocationTag) { Array($0) } }
    var ticket: [UInt8] { with(SealedTokenLayout.ticket) { Array($0) } }
    var wakeKey: SymmetricKey { with(SealedTokenLayout.wakeKey) { SymmetricKey(storage: SecureBytes(copying: $0)) } }
    /// Whether the owner tests the relay with it.
    var isTest: Bool { with(layout.extensions) { $0.first == 1 } }

    /// Lends the device's token.
    func withToken<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try with(layout.token, body)
    }

    /// What a ticket of this device is the code of; whoever asks wipes it.
    func ticketMessage(expires: UInt32) -> [UInt8] {
        with(layout.app) { app in
            withToken { token in
                SealedTokenProof.ticketMessage(
                    kind: layout.kind, isSandbox: layout.isSandbox, app: app, token: token, expires: expires)
            }
        }
    }

    /// What the device is counted under; whoever asks wipes it.
    func deviceMessage() -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(512)
        message += [UInt8(ascii: "d"), layout.kind.rawValue, layout.isSandbox ? 1 : 0, UInt8(layout.app.count)]
        with(layout.app) { message += $0 }
        withToken { message += $0 }
        return message
    }

    private func with<Result>(
        _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try content.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
}
