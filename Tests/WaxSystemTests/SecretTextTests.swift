// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxSystem

@Suite struct SecretTextTests {
    private static let key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    private static let pem = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg
        -----END PRIVATE KEY-----
        """

    /// What a message would say, and what it says.
    @Test(arguments: [
        ("not '\(key)'", "not '***'"), ("not '\(key.uppercased())'", "not '***'"),
        // Cut, as long as enough is left, and inside of something longer.
        ("not '\(key.prefix(32))…'", "not '***…'"), ("/tmp/\(key).json is not there", "/tmp/***.json is not there"),
        ("unknown option '--\(key)'", "unknown option '***'"), ("x\(key)y", "***"),
        ("to 0001020304050607 08090a0b0c0d0e0f so", "to *** so"), ("0001020304050607?08090a0b0c0d0e0f", "***"),
        ("(got \"0001020304050607\\n08090a0b0c0d0e0f\")", "(got \"***\")"),
        ("?cursor=0001020304050607%2008090a0b0c0d0e0f%0A00&x=1", "?cursor=***&x=1"), ("two \(key) \(key)", "two ***"),
        ("GET /hlk_short: 404", "GET /***: 404"), ("HLA_x, hlk_y", "***, ***"), ("-Xhlk_0123", "-X***"),
        ("mk_live_abc mk_test_abc mc_live_abc mc_test_abc", "*** *** *** ***"),
        ("whsec_I1p3Yj83UaqkDUbjL1juMcCeRaMo2WAxaTS/hpRZYfA= is it", "*** is it"),
        ("key=BFGHw33ou72Yj1eGoA53xqL29aB_tk5aVfF2PiySBv0.", "key=***."), (pem, "***"), ("a \(pem)\nb", "a ***\nb"),
        ("-----BEGIN EC PRIVATE KEY-----\nMIG", "***"),
    ])
    func aSecretIsLeftOut(text: String, visible: String) {
        #expect(text.withoutSecrets == visible)
    }

    @Test(arguments: [
        "", "unknown command 'notfy', did you mean 'notify'?", "must be an API key (hlk_ or hla_), not hlk_",
        "SECRET must be whsec_ and the base64 of 24 to 64 random bytes", String(key.prefix(31)),
        "a \(key.prefix(30)) z",
        "/tmp/waxwing-550E8400-E29B-41D4-A716-446655440000/config.json may not be opened",
        "papp_01M8NP11YJHMHGSFA7HWFS36C5: push_01M8NP11YJHMHGSFA7HWFS36C5", "Key ID 767c0806",
        "from 1 to 600, 25, 120, 3600, 86400 and 31536000", "2026-12-24T18:00:00+01:00",
        "a-long-name-of-a-directory-that-somebody-chose-2", "A_LONG_VARIABLE_OF_THE_ENVIRONMENT_2",
        "éàü \u{1F600}", "acknowledge.repeat_seconds must be a whole number",
    ])
    func anythingElseStays(text: String) {
        #expect(text.withoutSecrets == text)
    }

    /// Eight digits are enough for what is quoted because it is wrong: it may be one word of a key.
    @Test(arguments: [
        ("00010203", true), ("x00010203", true), ("0001 0203", true), ("hlk_0", true), ("Ab3dEfgh", true), (key, true),
        ("0001020", false), ("loud", false), ("2h", false), ("deaf", false), ("2026-12-24T18:00", false),
        ("notifications", false), ("/nowhere/config.json", false), ("https://push.example.org", false),
        ("--titel", false), ("time-sensitive", false), ("127.0.0.1:8080", false),
    ])
    func aPartOfOneIsSuspected(text: String, isSuspected: Bool) {
        #expect(text.mayBePartOfSecret == isSuspected)
    }
}
