// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import WaxCrypto
import WaxEnvelope
import WaxJSON

/// The vectors of the token that is sealed to a relay.
struct TokenVectors {
    static let relay = "push.example"
    /// The pairs of RFC 9180, appendix A.3.1.
    let recipient: P256.KeyAgreement.PrivateKey
    let ephemeral: P256.KeyAgreement.PrivateKey
    let key: RelayPublicKey

    /// The hour at which the tokens of the vectors are looked at.
    static let hour: UInt32 = 494_100

    init() throws {
        recipient = try Self.privateKey("f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2")
        ephemeral = try Self.privateKey("4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb")
        guard let key = RelayPublicKey(recipient.publicKey, relay: Self.relay) else {
            throw CryptoKitError.invalidParameter
        }
        self.key = key
    }

    var file: JSONValue {
        get throws {
            [
                "description": """
                Push tokens sealed to a relay, version 1: HPKE (RFC 9180) in base mode, single shot, no additional data. \
                seal: sealing the 1280 bytes of plaintext_hex with the ephemeral key gives token, whose text is 1833 \
                characters; opening it gives content. open_fail: a relay with private_key_hex refuses token at the hour \
                given; error says why. parse_fail: the text is no token.
                """,
                "format": "spt1",
                "relay": .string(Self.relay), "hour": .number(JSONNumber(Int(Self.hour))),
                "suite": [
                    "mode": "base", "kem_id": 16, "kdf_id": 1, "aead_id": 1, "info_hex": .string(hexadecimal(key.info)),
                    "aad": "",
                ],
                "private_key_hex": .string(hexadecimal(recipient.rawRepresentation)),
                "ephemeral_key_hex": .string(hexadecimal(ephemeral.rawRepresentation)),
                "kid": .string(key.keyID.text),
                "ticket_key_hex": .string(hexadecimal(Self.ticketKey)),
                "revocation_secret_hex": .string(hexadecimal(Self.revocationSecret)),
                "seal": .array(try seal),
                "open_fail": .array(try openFail),
                "parse_fail": .array(parseFail(try sealed(Self.apple.plaintext()).text)),
            ]
        }
    }

    /// Seals any 1280 bytes.
    func sealed(_ plaintext: [UInt8], info: [UInt8]? = nil) throws -> SealedToken {
        var sender = try HPKE.Sender(
            recipientKey: recipient.publicKey, ciphersuite: SealedToken.ciphersuite, info: Data(info ?? key.info),
            ephemeral: ephemeral)
        let ciphertext = try sender.seal(plaintext)
        return try SealedToken(bytes: [1, 1] + key.keyID.bytes + sender.encapsulatedKey + ciphertext)
    }

    private static func privateKey(_ hexadecimal: String) throws -> P256.KeyAgreement.PrivateKey {
        let bytes = stride(from: 0, to: 64, by: 2).compactMap {
            UInt8(hexadecimal.dropFirst($0).prefix(2), radix: 16)
        }
        return try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes)
    }
}
