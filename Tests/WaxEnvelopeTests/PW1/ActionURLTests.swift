// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope

@Suite struct ActionURLTests {
    @Test(arguments: [
        "https://example.com", "HTTPS://EXAMPLE.COM/", "http://example.com:8080/a?b=c#d",
        "https://user:pw@example.com/",
        "https://[2001:db8::1]:443/x", "https://[fe80::1%25eth0]/", "https://192.0.2.1", "https://münchen.example/ü",
        "https://m%C3%BCnchen.example/", "https://example.com/a b", "https://example.com/?q=%zz",
        "https://example.com?x", "https://example.com#frag", "https://example.com/%20", "https://a_b.example",
        "myapp://incident/7", "myapp:", "myapp:/path", "tel:+15551234", "mailto:a@example.com?subject=%zz",
        "x-web.search+1:anything at all", "sms:", "HomeAssistant://navigate",
    ])
    func taken(text: String) throws {
        let url = try ActionURL(text)
        #expect(url.text == text)
        #expect(url.isWeb == text.lowercased().hasPrefix("http"))
    }

    @Test(arguments: [
        ("javascript:alert(1)", ActionURL.Refusal.schemeForbidden), ("JaVaScRiPt:alert(1)", .schemeForbidden),
        ("data:text/html,x", .schemeForbidden), ("file:///etc/passwd", .schemeForbidden),
        ("VBScript:x", .schemeForbidden),
        ("", .schemeMissing), ("example.com", .schemeMissing), ("/path", .schemeMissing),
        ("//example.com", .schemeMissing), ("1http://example.com", .schemeMissing), ("://x", .schemeMissing),
        ("http_s://x", .schemeMissing), ("java script:x", .schemeMissing), ("\u{FF48}ttp://x", .schemeMissing),
        ("http:", .hostMissing), ("http://", .hostMissing), ("https:example.com", .hostMissing),
        ("https:///path", .hostMissing), ("https:/path", .hostMissing), ("http://:80/", .hostMissing),
        ("http://user@/", .hostMissing), ("https://?q", .hostMissing), ("https://#f", .hostMissing),
        ("https://exa mple.com", .malformed), ("https://example.com\n", .malformed), ("java\tscript:x", .malformed),
        (" https://example.com", .schemeMissing), ("https://example.com/\u{7F}", .malformed),
        ("https://example.com/%zz", .malformed), ("https://example.com/%2", .malformed),
        ("https://example.com/#%", .malformed), ("https://exam%zzple.com", .malformed),
        ("https://exam%41ple.com", .malformed), ("https://exa|mple.com", .malformed),
        ("https://example.com:http/", .malformed), ("https://example.com:8o/", .malformed),
        ("https://[::1", .malformed), ("https://[::1]x", .malformed), ("https://[]/", .malformed),
        ("https://us er@example.com", .malformed), ("https://%zz@example.com", .malformed),
        ("https://ex\\ample.com", .malformed), ("https://üser@example.com", .malformed),
        ("myapp://a b/", .malformed), ("\u{0}", .malformed),
    ])
    func refused(text: String, refusal: ActionURL.Refusal) {
        #expect(throws: refusal) { try ActionURL(text) }
    }

    @Test func lengthInCodePoints() throws {
        let start = "https://example.com/"
        let longest = start + String(repeating: "🔔", count: 2048 - start.count)
        #expect(try ActionURL(longest).scheme == "https")
        #expect(throws: ActionURL.Refusal.tooLong) { try ActionURL(longest + "x") }
        // One character for people, but three code points.
        #expect(throws: ActionURL.Refusal.tooLong) { try ActionURL(String(longest.dropLast()) + "🧑\u{200D}🚒") }
    }

    @Test func descriptionsSayNothingOfTheLink() {
        for refusal in ActionURL.Refusal.allCases { #expect(refusal.description.hasPrefix("the ")) }
    }
}
