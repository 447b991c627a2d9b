// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxProviders

@Suite struct HTTPSAddressTests {
    @Test(
        arguments: [
            ("https://oauth2.googleapis.com/token", "oauth2.googleapis.com", 443, "/token"),
            ("https://Host:8443", "host", 8443, "/"), ("https://[2001:DB8::1]:1/a?b=c", "2001:db8::1", 1, "/a?b=c"),
            ("https://[::ffff:127.0.0.1]", "::ffff:127.0.0.1", 443, "/"), ("https://host?q", "host", 443, "/?q"),
        ] as [(String, String, UInt16, String)])
    func parts(text: String, host: String, port: UInt16, path: String) throws {
        let address = try #require(HTTPSAddress(text))
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.path == path)
    }

    @Test(
        arguments: [
            "", "https://", "https:///x", "http://a", "https://a@b", "https://a:b@c", "https://a:", "https://a:0",
            "https://a:65536", "https://a:+1", "https://a\\b", "https://a/#b", "https://a/\\b", "https://a b",
            "https://ä",
            "https://[::1", "https://::1", "https://[::1]x", "https://[]", "https://[abc]", "https://a_b",
            "https://a%2e",
            "https://a/\n", "//a", "https://x[::1]",
        ])
    func refused(text: String) {
        #expect(HTTPSAddress(text) == nil)
    }

    @Test(
        arguments: [
            ("host", "https://HOST:1/x", true), ("Host", "https://host", true), ("host:1", "https://host:1", true),
            ("host:1", "https://host:2", false), ("host:443", "https://host", true),
            ("host", "https://host.evil", false),
            ("host", "https://evil.host", false), ("[::1]:5", "https://[::1]:5/", true),
        ])
    func rules(rule: String, address: String, isAllowed: Bool) throws {
        let rule = try #require(HostRule(rule))
        #expect(rule.allows(try #require(HTTPSAddress(address))) == isAllowed)
    }
}
