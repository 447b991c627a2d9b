// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto

@testable import WaxEnvelope

@Suite struct WakeMessageTests {
    private let key = SymmetricKey(size: .bits128)
    private static let references = (0..<8).map { [UInt8](repeating: $0 + 1, count: 16) }

    @Test(arguments: 0...8)
    func oneSize(count: Int) throws {
        let message = WakeMessage(
            flags: [.test, .syncAll], minutes: 29_000_000, references: Array(Self.references.prefix(count)))
        let sealed = try message.sealed(with: key)
        #expect(sealed.count == 188)
        #expect(Base64URL.encode(sealed).utf8.count == 251)
        #expect(WakeMessage(opening: sealed, with: key) == message)
        #expect(try message.sealed(with: key) != sealed)
    }

    @Test func whatIsBrokenDoesNotOpen() throws {
        let sealed = try WakeMessage(minutes: 1, references: []).sealed(with: key)
        #expect(WakeMessage(opening: sealed, with: SymmetricKey(size: .bits128)) == nil)
        #expect(WakeMessage(opening: Array(sealed.dropLast()), with: key) == nil)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(WakeMessage(opening: changed, with: key) == nil)
        }
    }

    @Test func simpleMessagesHaveOneSizeToo() throws {
        let relay = try #require(RelayPublicKey(P256.KeyAgreement.PrivateKey().publicKey, relay: "r"))
        let content = SealedTokenContent(
            address: nil, app: "", policy: [], issued: 1, expires: 2, reference: Self.references[0],
            revocationTag: Self.references[0], wakeKey: Self.references[0], ticket: Self.references[0],
            ticketExpires: 0)
        let token = try SealedToken.seal(content, to: relay)
        for payload in ["", "é", String(repeating: "x", count: 1024)] {
            let message = try #require(SimpleWakeMessage(payload: payload, token: token))
            let sealed = try message.sealed(with: key)
            #expect(sealed.count == SimpleWakeMessage.byteCount)
            #expect(SimpleWakeMessage(opening: sealed, with: key) == message)
        }
        #expect(SimpleWakeMessage(payload: String(repeating: "x", count: 1025), token: token) == nil)
    }
}
