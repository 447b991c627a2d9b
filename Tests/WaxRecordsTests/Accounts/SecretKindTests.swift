// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxRecords
import WaxSystem

@Suite struct SecretKindTests {
    @Test(arguments: [Mode.live, .test])
    func aSecretIsOfOneKind(mode: Mode) {
        let random = SystemRandom()
        let key = APIKeySecret(mode: mode, random: random)
        let client = OAuthClientSecret(mode: mode, random: random)
        let token = OAuthAccessToken(mode: mode, random: random)
        let label = mode == .live ? "live" : "test"
        #expect(key.text.hasPrefix("mk_\(label)_"))
        #expect(client.text.hasPrefix("mc_\(label)_"))
        #expect(token.text.hasPrefix("mt_\(label)_"))
        #expect(APIKeySecret(key.text)?.mode == mode)
        #expect(OAuthClientSecret(client.text)?.mode == mode)
        #expect(OAuthAccessToken(token.text)?.mode == mode)
        #expect(APIKeySecret(client.text) == nil && APIKeySecret(token.text) == nil)
        #expect(OAuthClientSecret(key.text) == nil && OAuthClientSecret(token.text) == nil)
        #expect(OAuthAccessToken(key.text) == nil && OAuthAccessToken(client.text) == nil)
    }

    @Test func theCheckCoversThePrefix() {
        let key = APIKeySecret(mode: .live, random: SystemRandom()).text
        #expect(APIKeySecret("mk_test_" + key.dropFirst(8)) == nil)
        #expect(OAuthAccessToken("mt" + key.dropFirst(2)) == nil)
    }
}
