// SPDX-License-Identifier: Apache-2.0
import WaxCrypto

/// One published run of HPKE in base mode; byte strings are hexadecimal.
struct HPKEVector: Sendable {
    var ciphersuite: HPKE.Ciphersuite
    var info: String
    var ephemeralMaterial: String
    var ephemeralKey: String
    var encapsulatedKey: String
    var recipientMaterial: String
    var recipientKey: String
    var recipientPublicKey: String
    var sharedSecret: String
    var key: String
    var baseNonce: String
    var exporterSecret: String
    var plaintext: String
    /// What stands before the message's number in the additional data; nil if there is no additional data.
    var dataPrefix: String?
    /// By the message's number.
    var ciphertexts: [Int: String]
    /// 32 bytes each, by context.
    var exports: [String: String]

    /// The additional data of a message.
    func data(_ number: Int) -> String {
        dataPrefix.map { $0 + String(number) } ?? ""
    }

    static let all = [rfc9180, aes256, pushEnvelope]

    /// RFC 9180, appendix A.3.1: AES-128-GCM.
    static let rfc9180 = HPKEVector(
        ciphersuite: HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128),
        info: "4f6465206f6e2061204772656369616e2055726e",
        ephemeralMaterial: "4270e54ffd08d79d5928020af4686d8f6b7d35dbe470265f1f5aa22816ce860e",
        ephemeralKey: "4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb",
        encapsulatedKey: """
            04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f95\
            1c0900be863c403ce65c9bfcb9382657222d18c4
            """,
        recipientMaterial: "668b37171f1072f3cf12ea8a236a45df23fc13b82af3609ad1e354f6ef817550",
        recipientKey: "f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2",
        recipientPublicKey: """
            04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f6\
            2fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0
            """,
        sharedSecret: "c0d26aeab536609a572b07695d933b589dcf363ff9d93c93adea537aeabb8cb8",
        key: "868c066ef58aae6dc589b6cfdd18f97e",
        baseNonce: "4e0bc5018beba4bf004cca59",
        exporterSecret: "14ad94af484a7ad3ef40e9f3be99ecc6fa9036df9d4920548424df127ee0d99f",
        plaintext: "4265617574792069732074727574682c20747275746820626561757479",
        dataPrefix: "Count-",
        ciphertexts: [
            0: """
            5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434
            """,
            1: """
            fa6f037b47fc21826b610172ca9637e82d6e5801eb31cbd3748271affd4ecb06646e0329cbdf3c3cd655b28e82
            """,
            2: """
            895cabfac50ce6c6eb02ffe6c048bf53b7f7be9a91fc559402cbc5b8dcaeb52b2ccc93e466c28fb55fed7a7fec
            """,
            4: """
            8787491ee8df99bc99a246c4b3216d3d57ab5076e18fa27133f520703bc70ec999dd36ce042e44f0c3169a6a8f
            """,
            255: """
            2ad71c85bf3f45c6eca301426289854b31448bcf8a8ccb1deef3ebd87f60848aa53c538c30a4dac71d619ee2cd
            """,
            256: """
            10f179686aa2caec1758c8e554513f16472bd0a11e2a907dde0b212cbe87d74f367f8ffe5e41cd3e9962a6afb2
            """,
        ],
        exports: [
            "": "5e9bc3d236e1911d95e65b576a8a86d478fb827e8bdfe77b741b289890490d4d",
            "00": "6cff87658931bda83dc857e6353efe4987a201b849658d9b047aab4cf216e796",
            "54657374436f6e74657874": "d8f1ea7942adbba7412c6d431c62d01371ea476b823eb697e1f6e6cae1dab85a",
        ])

    /// The same keys with AES-256-GCM, computed with an independent implementation.
    static let aes256 = HPKEVector(
        ciphersuite: HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256),
        info: "4f6465206f6e2061204772656369616e2055726e",
        ephemeralMaterial: "4270e54ffd08d79d5928020af4686d8f6b7d35dbe470265f1f5aa22816ce860e",
        ephemeralKey: "4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb",
        encapsulatedKey: """
            04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f95\
            1c0900be863c403ce65c9bfcb9382657222d18c4
            """,
        recipientMaterial: "668b37171f1072f3cf12ea8a236a45df23fc13b82af3609ad1e354f6ef817550",
        recipientKey: "f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2",
        recipientPublicKey: """
            04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f6\
            2fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0
            """,
        sharedSecret: "c0d26aeab536609a572b07695d933b589dcf363ff9d93c93adea537aeabb8cb8",
        key: "642ebea3c09bfa219629599a318e0b88aa0a0996148df927dc5a981e22dabb86",
        baseNonce: "883881320125125689d28047",
        exporterSecret: "e54868e8e8aaaeb4f9c1d152240a1506a2f8d9db8743037f8ac3e58b44ea789c",
        plaintext: "4265617574792069732074727574682c20747275746820626561757479",
        dataPrefix: "Count-",
        ciphertexts: [
            0: """
            518c46e6810fbc55362f7d5995b0f54339d93664ca44e5c74d0f289c4f7983b4781b193de04ad3319f177244de
            """,
            1: """
            0ade75da0a9487cc383b9e8a5205efdfd1ccb998d97870aa334aa3c5ba4afe9d55e21fecec131510e5e91ddd4d
            """,
            2: """
            7aacf73f3dcb6a0c8e20f95cf21b39b3647c1b973b2576db031c0755bafd1697af89d22950f945b0a3d673cfd6
            """,
            4: """
            b348bd5266a96782507547d5a033b8f151521ca92188c40a1253bbb7bf64e3848b86f28270e8b346e5f8ff403e
            """,
            255: """
            2fcd55b3813b9d4e6757fe046b7369ba870d534ba94aa265c432abcb824126e490e4d34056abe4f8c1b38cc715
            """,
            256: """
            fb8d002476fa110d244655b30e86e992449ced9ffabd3ca0087e129f7e15a140a7ffbdf2791ada13f8858acf25
            """,
        ],
        exports: [
            "": "058e4ec69e97628557ec22033a07b2acb36156ea95739ef560a0a016b24c79d7",
            "00": "037c94b59e9b66651d59502c706285c3bbbf024796cb7145b51a04dbf7ce101f",
            "54657374436f6e74657874": "47d00c7e0fc8876e88795bc49217ae852c642b6d53773e695e4ca50003e242e0",
        ])

    /// The test vector of the hk push envelope, version 2.
    static let pushEnvelope = HPKEVector(
        ciphersuite: HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128),
        info: "686f6e6b696f2d707573682d7632",
        ephemeralMaterial: "fa4e2613e4bf02ccd0ec037a5657a7c312c67f0ea9a91c04a634e08f2200922a",
        ephemeralKey: "71a615907af05164e873fe514c0dd63ac05be40ca1a02dc7543d47f79e73cfc4",
        encapsulatedKey: """
            04f0db964a1600669b2b1b4eaece76b4bd8968590f3e8a8d54ff35d384370bb4b03a3f266e1d5bc3b88b069afb\
            b5610f82512de17fc35fd63c055267ac7a35fb08
            """,
        recipientMaterial: "499b258aa3aa87a03b95f73ffafc1ca2fec83581239dcb8bcce76d04963f60d0",
        recipientKey: "fe7ad2526b1f7d40a06866f9826aa444b5c273ffa5b390e1eac9b606ee8e0373",
        recipientPublicKey: """
            045187c37de8bbbd988f5786a00e77c6a2f6f5a07fb64e5a55f1763e2c9206fd3a86e82b5141c03a85f2cc2eb1\
            a4b0678c17eef034b73e17776ac7104934eb60f7
            """,
        sharedSecret: "eb721e3487bb7630bd07ec9dfe17f534053d0cd583ac907f1a6800eb169113f1",
        key: "cacb81f940d652b8eb0210d0160b11d6",
        baseNonce: "6007f4ab01f2b12670147ab4",
        exporterSecret: "189d7f1dd91d92d7b472b947ccc0b3c5631beba4cdd5c265dda1bcb977551d85",
        plaintext: """
            7b227469746c65223a22596f757220636f6465222c22626f6479223a22313233343536222c2264617461223a7b\
            226f72646572223a223432227d2c226261646765223a312c22736f756e64223a2264656661756c74227d
            """,
        dataPrefix: nil,
        ciphertexts: [
            0: """
            48af3aab99fb2494cffc78e11e6ffb5869348369a02528c4e14c914e78e542a39b9fc9ed94bc3c209810e546ac\
            19639336e5b09a5865ea8fb06d7381f65b1ef2992f68e955ed234ab38a79e0fe675732ed32826ca7cb7c803d6d\
            fe6d18de34b18680ac44c57ea6
            """
        ],
        exports: [:])
}
