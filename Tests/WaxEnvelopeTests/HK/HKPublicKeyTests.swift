// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxCrypto
import WaxEnvelope

@Suite struct HKPublicKeyTests {
    static let text = "BFGHw33ou72Yj1eGoA53xqL29aB_tk5aVfF2PiySBv06hugrUUHAOoXyzC6xpLBnjBfu8DS3Phd3ascQSTTrYPc"

    @Test func published() throws {
        let key = try #require(HKPublicKey(Self.text))
        #expect(key.keyID == "cHRL-UfvREIeEx3Q")
        #expect(key.text == Self.text)
        #expect(key.x963Representation.count == 65)
        #expect(key == HKPublicKey(x963Representation: key.x963Representation))
    }

    @Test func random() throws {
        for _ in 0..<20 {
            let key = HKPublicKey(P256.KeyAgreement.PrivateKey().publicKey)
            #expect(try #require(HKPublicKey(key.text)) == key)
            let hash = Base64URL.encode(Array(SHA256.hash(data: key.x963Representation)))
            #expect(key.keyID == String(hash.prefix(16)))
        }
    }

    @Test(arguments: [
        "",
        text + "=",
        text + " ",
        " " + text,
        text + "\n",
        String(text.dropLast()),
        text + "A",
        // The same bytes with an unused bit set.
        String(text.dropLast()) + "d",
        // The alphabet of plain base64.
        text.replacing("_", with: "/"),
        // Of the right number of bytes, but not of characters.
        String(text.dropLast(2)) + "é",
        // Hybrid and compressed form of the point, its coordinates alone, a private key, the point at infinity.
        encoded([6] + bytes.dropFirst()),
        encoded([7] + bytes.dropFirst()),
        encoded([0] + bytes.dropFirst()),
        encoded([3] + bytes[1...32]),
        encoded(Array(bytes.dropFirst())),
        "_nrSUmsffUCgaGb5gmqkRLXCc_-ls5Dh6sm2Bu6OA3M",
        "AA",
        encoded([UInt8](repeating: 0, count: 65)),
        encoded([4] + [UInt8](repeating: 0, count: 64)),
        // Off the curve.
        encoded(Array(bytes.dropLast()) + [0xF6]),
        // On the curve once x is reduced: x is p.
        "BP____8AAAABAAAAAAAAAAAAAAAA________________ZkhceA4vg9ckM71dhKBrtlQcKvMdrocXKL-FahdPk_Q",
        // Beyond p altogether.
        encoded([4] + [UInt8](repeating: 0xFF, count: 64)),
    ])
    func refused(text: String) {
        #expect(HKPublicKey(text) == nil)
    }

    @Test func stored() throws {
        let key = try #require(HKPublicKey(Self.text))
        #expect(HKPublicKey(stored: key.x963Representation, keyID: key.keyID) == key)
        #expect(HKPublicKey(stored: Array(key.x963Representation.dropLast()), keyID: key.keyID) == nil)
        // What is no point is still refused when something is to be sealed to it.
        let noPoint = try #require(HKPublicKey(stored: [UInt8](repeating: 4, count: 65), keyID: key.keyID))
        #expect(throws: (any Error).self) { try HKEnvelope.seal([1], to: noPoint) }
    }

    @Test func zeroAsCoordinate() throws {
        let text = "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAZkhceA4vg9ckM71dhKBrtlQcKvMdrocXKL-FahdPk_Q"
        #expect(try #require(HKPublicKey(text)).text == text)
    }

    private static let bytes = Base64URL.decode(text) ?? []

    private static func encoded(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes) }
}
