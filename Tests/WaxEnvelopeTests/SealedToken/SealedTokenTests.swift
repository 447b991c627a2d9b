// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto

@testable import WaxEnvelope

@Suite struct SealedTokenTests {
    private let key = P256.KeyAgreement.PrivateKey()

    private func publicKey(_ relay: String = "push.example") throws -> RelayPublicKey {
        try #require(RelayPublicKey(key.publicKey, relay: relay))
    }

    private func content(_ address: PushAddress?) -> SealedTokenContent {
        SealedTokenContent(
            address: address, app: address == nil ? "" : "chat", policy: [.mayDelay], issued: 100, expires: 200,
            reference: Array(0..<16), revocationTag: Array(16..<32), wakeKey: Array(32..<48), ticket: Array(48..<64),
            ticketExpires: 300)
    }

    /// Everything that has the shape of an address of some kind comes back as it was, in one length.
    @Test(arguments: [
        PushAddress.apns(token: [UInt8](repeating: 7, count: 32), isSandbox: false),
        .apns(token: [UInt8](repeating: 7, count: 80), isSandbox: true), .apns(token: [1], isSandbox: false),
        .fcm(token: "a:B-_9"), .fcm(token: String(repeating: "x", count: 1130)),
        .webPush(endpoint: "https://e/", p256dh: [4] + [UInt8](repeating: 9, count: 64), auth: Array(0..<16)), nil,
    ])
    func roundTrip(address: PushAddress?) throws {
        let token = try SealedToken.seal(content(address), to: publicKey())
        #expect(token.text.utf8.count == SealedToken.textLength)
        #expect(token.bytes.count == SealedToken.byteCount)
        #expect(try SealedToken(token.text) == token)
        #expect(try token.open(with: key, relay: "push.example") == content(address))
    }

    @Test func nothingIsInCommon() throws {
        var encapsulated: Set<[UInt8]> = []
        for _ in 0..<10_000 {
            let token = try SealedToken.seal(content(.fcm(token: "a:b")), to: publicKey())
            #expect(token.bytes.count == SealedToken.byteCount)
            encapsulated.insert(Array(token.sealedBytes.prefix(65)))
        }
        #expect(encapsulated.count == 10_000)
    }

    @Test func otherRelaysAndKeysDoNotOpenIt() throws {
        let token = try SealedToken.seal(content(nil), to: publicKey())
        #expect(throws: SealedTokenError.notOpened) { try token.open(with: key, relay: "push.exampl") }
        #expect(throws: SealedTokenError.unknownKey) {
            try token.open(with: P256.KeyAgreement.PrivateKey(), relay: "push.example")
        }
        let upper = try SealedToken.seal(content(nil), to: publicKey("PUSH.example"))
        #expect(try upper.open(with: key, relay: "push.example") == content(nil))
    }

    @Test(arguments: [
        (PushAddress.fcm(token: "a b"), SealedTokenError.address), (.fcm(token: ""), .address),
        (.fcm(token: "é"), .address), (.apns(token: [], isSandbox: false), .address),
        (.fcm(token: String(repeating: "x", count: 1300)), .lengths),
        (
            .webPush(
                endpoint: String(repeating: "x", count: 1001), p256dh: [4] + [UInt8](repeating: 0, count: 64),
                auth: Array(0..<16)), .address
        ), (.webPush(endpoint: "", p256dh: [4] + [UInt8](repeating: 0, count: 64), auth: Array(0..<16)), .address),
        (.webPush(endpoint: "x", p256dh: [UInt8](repeating: 0, count: 65), auth: Array(0..<16)), .address),
    ])
    func refusedAddresses(address: PushAddress, error: SealedTokenError) throws {
        #expect(throws: error) { try SealedToken.seal(content(address), to: publicKey()) }
    }

    @Test func refusedContents() throws {
        let good = content(.fcm(token: "a:b"))
        let changes: [(SealedTokenError, (inout SealedTokenContent) -> Void)] = [
            (.lengths, { $0.reference = [] }), (.lengths, { $0.wakeKey.append(0) }),
            (.lengths, { $0.app = String(repeating: "a", count: 65) }), (.lengths, { $0.app = "" }),
            (.policy, { $0.policy = SealedTokenContent.Policy(rawValue: 128) }), (.delay, { $0.delay = 5 }),
            (.lifetime, { $0.expires = 100 }), (.lifetime, { $0.expires = 1181 }),
        ]
        for (error, change) in changes {
            var content = good
            change(&content)
            #expect(throws: error) { try SealedToken.seal(content, to: publicKey()) }
        }
        var longest = good
        longest.expires = 1180
        #expect(throws: Never.self) { try SealedToken.seal(longest, to: publicKey()) }
    }

    /// A byte changed anywhere: no shape, an unknown key, or nothing that opens.
    @Test func everyByteCounts() throws {
        let token = try SealedToken.seal(content(.fcm(token: "a:b")), to: publicKey())
        for index in token.bytes.indices {
            var bytes = token.bytes
            bytes[index] ^= 0x02
            let error = #expect(throws: SealedTokenError.self) {
                try SealedToken(bytes: bytes).open(with: key, relay: "push.example")
            }
            #expect(error == (index < 2 || index == 10 ? .shape : index < 10 ? .unknownKey : .notOpened))
        }
    }

    @Test(arguments: [
        (UInt32(97), SealedTokenError?.some(.notYetValid)), (98, nil), (100, nil), (199, nil), (200, .expired),
    ])
    func hours(hour: UInt32, error: SealedTokenError?) throws {
        let layout = try SealedTokenLayout(content(nil).plaintext())
        do throws(SealedTokenError) {
            try layout.check(hour: hour)
            #expect(error == nil)
        } catch let refusal {
            #expect(refusal == error)
        }
    }

    @Test func nothingIsPrinted() throws {
        let content = content(.fcm(token: "secretsecret"))
        let token = try SealedToken.seal(content, to: publicKey())
        for text in ["\(token)", "\(content)", String(reflecting: content), String(reflecting: token)] {
            #expect(!text.contains("secret") && !text.contains("spt1"))
        }
    }
}
