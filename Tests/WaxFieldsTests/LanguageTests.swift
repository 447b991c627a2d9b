// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxFields

@Suite struct LanguageTests {
    @Test(arguments: [
        (nil, Language.english), ("", .english), ("fr", .french), ("FR", .french), ("fr-CA", .french),
        ("en-GB", .english),
        ("de", .english), ("de, fr;q=0.2", .french), ("fr;q=0.5, en;q=0.9", .english), ("fr;q=0.9, en;q=0.5", .french),
        ("fr, en", .french), ("en, fr", .english), ("fr;q=0", .english), ("fr;q=0, en", .english), ("*", .english),
        ("frr", .english), ("fr-", .french), ("fr ;\tQ=0.8 , en;q=0.3", .french), ("fr;q=x", .english),
        ("fr;q=nan, en;q=0.1", .english), (";;,,fr;level=1;q=1", .french), ("en;q=0.1,fr-CA;q=0.2,en;q=0.15", .french),
    ])
    func preference(header: String?, expected: Language) {
        #expect(Language(acceptLanguage: header) == expected)
    }
}
