// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxProviders

@Suite struct MagicTokenTests {
    @Test func twelve() {
        #expect(MagicToken.allCases.count == 12)
        for token in MagicToken.allCases {
            #expect(MagicToken(token: token.rawValue) == token)
            #expect(MagicToken(token: token.rawValue + "-2") == token)
            #expect(MagicToken(token: token.rawValue + "-a-b_c.9") == token)
            #expect(MagicToken.isReserved(token.rawValue))
        }
    }

    @Test(
        arguments: [
            "", "test_", "test_acceptx", "test_accept2", "test_accept-", "test_accept- ", "Test_accept", "accept",
            "test_accept-é", "test_accept-\(String(repeating: "x", count: 65))", "00ff",
        ])
    func others(token: String) {
        #expect(MagicToken(token: token) == nil)
        for platform in Platform.allCases { #expect(MagicToken.outcome(of: token, platform: platform) == .accept) }
    }

    @Test func aBrowsersIsTheLastPartOfItsPath() {
        func outcome(_ url: String, _ platform: Platform = .web) -> MagicToken {
            MagicToken.outcome(of: url, platform: platform)
        }
        #expect(outcome("https://push.example.net/send/test_flaky-2") == .flaky)
        #expect(outcome("https://push.example.net/test_timeout") == .timeout)
        #expect(outcome("https://push.example.net/test_timeout/x") == .accept)
        #expect(outcome("https://push.example.net/test_timeout?x") == .accept)
        #expect(outcome("https://push.example.net/test_timeout", .android) == .accept)
    }

    @Test func reserved() {
        #expect(MagicToken.isReserved("test_anything"))
        #expect(!MagicToken.isReserved("testing"))
        #expect(!MagicToken.isReserved("00test_"))
    }
}
