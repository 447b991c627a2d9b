// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import WaxCrypto
import WaxEnvelope
import WaxJSON

/// The vectors of the `pw1` envelope, with the members and the names of cases that its readers know.
struct PW1Vectors {
    let key: PW1Key
    let otherKey: PW1Key

    init() throws {
        key = try PW1Key("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
        otherKey = try PW1Key("f0e1d2c3b4a5968778695a4b3c2d1e0f00112233445566778899aabbccddeeff")
    }

    var file: JSONValue {
        get throws {
            [
                "description": """
                Notifications that their sender seals with a key that no server has, format pw1. key_hex is the \
                key; enc_key_hex (info "pushward/e2e/v1/enc", 32 bytes) and kid (info "pushward/e2e/v1/kid", 4 \
                bytes) follow from it by HKDF-SHA256 with an empty salt. An envelope is "pw1.", kid, "." and the \
                unpadded base64url of nonce, ciphertext and tag of AES-256-GCM with "pw1." and kid as additional \
                data. seal: sealing plaintext exactly as it stands gives envelope, and opening that gives expect. \
                open_fail: key_hex does not open envelope. parse_fail: the text is no envelope.
                """,
                "format": "pw1",
                "seal": .array(try seal),
                "open_fail": .array(try openFail),
                "parse_fail": .array(parseFail(try example.text)),
            ]
        }
    }

    static let examplePlaintext = #"{"title":"Disk full","body":"/var is at 97% on db01"}"#

    /// The envelope of the format's own page, which most of the failing cases change.
    var example: PW1Envelope {
        get throws { try PW1Envelope.seal(plaintext: Array(Self.examplePlaintext.utf8), with: key, nonce: nonce(0xA0)) }
    }

    /// Twelve bytes that count up.
    func nonce(_ first: UInt8) -> [UInt8] { (0..<12).map { first &+ $0 } }

    /// The AES key that follows from a key.
    func encryptionKey(_ key: PW1Key) -> SymmetricKey {
        let bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(key.text.dropFirst($0).prefix(2), radix: 16) }
        return HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: bytes), info: Data("pushward/e2e/v1/enc".utf8), outputByteCount: 32)
    }
}
