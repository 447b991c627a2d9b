// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PushwardCommands

@Suite struct ActionMasksTests {
    @Test func theTokenAndWhatFollowsFromItAreMasked() {
        let secret = "I1p3Yj83UaqkDUbjL1juMcCeRaMo2WAxaTS/hpRZYfA="
        let token = "hlk_0123456789abcdef0123456789abcdef"
        #expect(ActionMasks.values(token: token, key: nil) == [token, "whsec_\(secret)", secret])
        #expect(ActionMasks.values(token: "hla_account", key: nil) == ["hla_account"])
    }

    @Test(arguments: [
        ("AbCd", ["AbCd", "abcd"]), ("abcd", ["abcd"]), ("AB\n cd \r\n\n", ["AB", "ab", "cd", "ABcd", "abcd"]),
        ("not a key", ["not a key", "notakey"]),
    ])
    func eachLineOfTheKeyIsMaskedInBothCases(key: String, expected: [String]) {
        #expect(ActionMasks.values(token: nil, key: key) == expected)
    }

    @Test func nothingIsMaskedWhenThereIsNothing() {
        #expect(ActionMasks.values(token: nil, key: nil).isEmpty)
    }
}
