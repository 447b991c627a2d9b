// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxEnvelope

@testable import WaxProviders

@Suite struct WebPushCipherTests {
    private let subscription: WebPushSubscription

    init() throws {
        subscription = try Self.subscription(HKPublicKey(P256.KeyAgreement.PrivateKey().publicKey), auth: Array(0..<16))
    }

    private static func subscription(_ key: HKPublicKey, auth: [UInt8]) throws -> WebPushSubscription {
        let endpoint = try #require(WebPushEndpoint("https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV"))
        return WebPushSubscription(endpoint: endpoint, publicKey: key, auth: auth)
    }

    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

    /// RFC 8291 section 5 and appendix A.
    @Test func theMessageOfTheRFC() throws {
        let key = try #require(
            HKPublicKey(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"))
        let ephemeralKey = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let body = try WebPushCipher.encrypt(
            "When I grow up, I want to be a watermelon".bytes,
            to: Self.subscription(key, auth: bytes("BTBZMqHH6r4Tts7J_aSIgg")), ephemeralKey: ephemeralKey,
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            Base64URL.encode(body)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
                + "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    }

    @Test func theLongestPlaintextFillsTheBody() throws {
        #expect(WebPushCipher.largestPlaintext == 3993)
        for count in [0, 1, 3993] {
            let body = try WebPushCipher.encrypt([UInt8](repeating: 0x78, count: count), to: subscription)
            #expect(body.count == count + 103)
            #expect(Array(body[16..<21]) == [0, 0, 16, 0, 65])
        }
    }

    @Test func saltAndKeyAreNeverUsedTwice() throws {
        let bodies = try (0..<20).map { _ in try WebPushCipher.encrypt("x".bytes, to: subscription) }
        #expect(Set(bodies.map { Array($0[..<16]) }).count == 20)
        #expect(Set(bodies.map { Array($0[21..<86]) }).count == 20)
    }
}
