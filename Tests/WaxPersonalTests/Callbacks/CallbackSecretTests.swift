// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxPersonal
import WaxWebhooks

@Suite struct CallbackSecretTests {
    /// The value that every receiver can check itself by.
    @Test func theCheckValue() throws {
        let digest = Array(SHA256.hash(data: Array("hlk_0123456789abcdef0123456789abcdef".utf8)))
        let secret = try #require(CallbackSecret.make(keyDigest: digest))
        #expect(secret.text == "whsec_I1p3Yj83UaqkDUbjL1juMcCeRaMo2WAxaTS/hpRZYfA=")
    }

    @Test func anotherKeyHasAnotherSecret() {
        let secrets = [UInt8(0), 1].map { CallbackSecret.make(keyDigest: [UInt8](repeating: $0, count: 32)) }
        #expect(secrets[0] != nil && secrets[0] != secrets[1])
    }
}
