// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON

/// The vectors of the `hk` envelope.
struct HKVectors {
    /// The parties and the plaintext of the vector that was published with the format.
    let published: HKParty
    let publishedEphemeral: HKParty
    static let publishedPlaintext =
        #"{"title":"Your code","body":"123456","data":{"order":"42"},"badge":1,"sound":"default"}"#

    let recipient: HKParty

    init() throws {
        published = try HKParty(material: [
            0x49, 0x9B, 0x25, 0x8A, 0xA3, 0xAA, 0x87, 0xA0, 0x3B, 0x95, 0xF7, 0x3F, 0xFA, 0xFC, 0x1C, 0xA2,
            0xFE, 0xC8, 0x35, 0x81, 0x23, 0x9D, 0xCB, 0x8B, 0xCC, 0xE7, 0x6D, 0x04, 0x96, 0x3F, 0x60, 0xD0,
        ])
        publishedEphemeral = try HKParty(material: [
            0xFA, 0x4E, 0x26, 0x13, 0xE4, 0xBF, 0x02, 0xCC, 0xD0, 0xEC, 0x03, 0x7A, 0x56, 0x57, 0xA7, 0xC3,
            0x12, 0xC6, 0x7F, 0x0E, 0xA9, 0xA9, 0x1C, 0x04, 0xA6, 0x34, 0xE0, 0x8F, 0x22, 0x00, 0x92, 0x2A,
        ])
        recipient = try HKParty(named: "recipient")
    }

    var file: JSONValue {
        get throws {
            [
                "description": """
                Pushes sealed to one device, version 2: HPKE (RFC 9180) in base mode. seal: a device opens envelope \
                with recipient.private_key and gets plaintext_json exactly, of which it shows plaintext; sealing \
                plaintext_json with the ephemeral key gives envelope. open_fail: private_key does not open \
                envelope. parse_fail: the text is no envelope. error is the reason that a device reports.
                """,
                "format": "hk",
                "suite": [
                    "mode": "base", "kem": "DHKEM(P-256, HKDF-SHA256)", "kem_id": 16, "kdf": "HKDF-SHA256",
                    "kdf_id": 1, "aead": "AES-128-GCM", "aead_id": 1, "info": .string(HKEnvelope.info), "aad": "",
                ],
                "encoding": """
                Keys, enc and ct are base64url without padding. Public keys are 65-byte uncompressed SEC1 points; \
                private keys are the raw 32-byte scalar; ikm_hex gives the key pair by DeriveKeyPair.
                """,
                "seal": .array(try seal),
                "open_fail": .array(try openFail),
                "parse_fail": .array(parseFail(try publishedEnvelope)),
            ]
        }
    }

    /// The envelope that most of the failing cases change.
    var publishedEnvelope: HKEnvelope {
        get throws { try published.seal(Array(Self.publishedPlaintext.utf8), ephemeral: publishedEphemeral) }
    }
}
