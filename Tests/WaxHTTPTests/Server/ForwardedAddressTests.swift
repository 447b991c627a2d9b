// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP

@Suite struct ForwardedAddressTests {
    /// The proxies 10.0.0.0/8 and fd00::/8 are trusted.
    @Test(
        arguments: [
            ("10.0.0.1", [], "10.0.0.1"),
            ("10.0.0.1", ["1.2.3.4"], "1.2.3.4"),
            ("fd00::1", ["1.2.3.4"], "1.2.3.4"),
            ("8.8.8.8", ["1.2.3.4"], "8.8.8.8"),
            ("10.0.0.1", ["6.6.6.6, 1.2.3.4"], "1.2.3.4"),
            ("10.0.0.1", ["6.6.6.6 ,\t1.2.3.4 , 10.0.0.2"], "1.2.3.4"),
            ("10.0.0.1", ["6.6.6.6", "1.2.3.4"], "1.2.3.4"),
            ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
            ("10.0.0.1", ["1.2.3.4, junk"], "10.0.0.1"),
            ("10.0.0.1", ["1.2.3.4, junk, 10.0.0.2"], "10.0.0.2"),
            ("10.0.0.1", ["1.2.3.4,"], "1.2.3.4"),
            ("10.0.0.1", ["1.2.3.4:5678"], "1.2.3.4"),
            ("10.0.0.1", ["2001:db8::1"], "2001:db8::1"),
            ("10.0.0.1", ["[2001:db8::1]:5678"], "2001:db8::1"),
            ("10.0.0.1", ["[2001:db8::1]"], "2001:db8::1"),
            ("10.0.0.1", ["::ffff:1.2.3.4"], "1.2.3.4"),
            ("10.0.0.1", ["[2001:db8::1"], "10.0.0.1"),
            ("10.0.0.1", ["unknown"], "10.0.0.1"),
        ])
    func client(peer: String, forwarded: [String], expected: String) throws {
        let trusted = try ["10.0.0.0/8", "fd00::/8"].map { try #require(IPNetwork($0)) }
        let headers = HTTPHeaders(forwarded.map { ("X-Forwarded-For", $0) })
        let client = ForwardedAddress.client(peer: try #require(IPAddress(peer)), headers: headers, trusted: trusted)
        #expect(client.description == expected)
    }

    @Test func nobodyIsTrustedByDefault() throws {
        let peer = try #require(IPAddress("127.0.0.1"))
        let headers = HTTPHeaders([("X-Forwarded-For", "1.2.3.4")])
        #expect(ForwardedAddress.client(peer: peer, headers: headers, trusted: []) == peer)
    }
}
