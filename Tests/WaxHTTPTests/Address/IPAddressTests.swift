// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP

@Suite struct IPAddressTests {
    @Test(
        arguments: [
            ("0.0.0.0", false), ("0.255.255.255", false), ("1.0.0.0", true), ("1.1.1.1", true), ("8.8.8.8", true),
            ("9.255.255.255", true), ("10.0.0.0", false), ("10.255.255.255", false), ("11.0.0.0", true),
            ("100.63.255.255", true), ("100.64.0.0", false), ("100.127.255.255", false), ("100.128.0.0", true),
            ("126.255.255.255", true), ("127.0.0.1", false), ("127.255.255.255", false), ("128.0.0.0", true),
            ("169.253.255.255", true), ("169.254.0.1", false), ("169.254.169.254", false), ("169.255.0.0", true),
            ("172.15.255.255", true), ("172.16.0.0", false), ("172.31.255.255", false), ("172.32.0.0", true),
            ("191.255.255.255", true), ("192.0.0.0", false), ("192.0.0.255", false), ("192.0.1.0", true),
            ("192.0.2.1", false), ("192.0.3.0", true), ("192.88.98.255", true), ("192.88.99.1", false),
            ("192.88.100.0", true), ("192.167.255.255", true), ("192.168.0.0", false), ("192.168.255.255", false),
            ("192.169.0.0", true), ("198.17.255.255", true), ("198.18.0.0", false), ("198.19.255.255", false),
            ("198.20.0.0", true), ("198.51.99.255", true), ("198.51.100.1", false), ("198.51.101.0", true),
            ("203.0.112.255", true), ("203.0.113.1", false), ("203.0.114.0", true), ("223.255.255.255", true),
            ("224.0.0.1", false), ("239.255.255.255", false), ("240.0.0.0", false), ("255.255.255.255", false),
            ("::", false), ("::1", false), ("::2", false), ("::8.8.8.8", false),
            ("::ffff:8.8.8.8", false), ("::ffff:127.0.0.1", false), ("::ffff:0:8.8.8.8", false),
            ("64:ff9b::8.8.8.8", false), ("64:ff9b::10.0.0.1", false), ("64:ff9b:1::1", false), ("100::1", false),
            ("1fff:ffff::1", false), ("2000::1", true), ("2001::1", false), ("2001:2::1", false),
            ("2001:10::1", false), ("2001:20::1", false), ("2001:1ff:ffff::1", false), ("2001:200::1", true),
            ("2001:db7:ffff::1", true), ("2001:db8::1", false), ("2001:db9::1", true),
            ("2001:4860:4860::8888", true), ("2002:7f00:1::1", false), ("2002:808:808::1", false), ("2003::1", true),
            ("2606:4700:4700::1111", true), ("3ffe:ffff::1", true), ("3fff::1", false), ("3fff:0fff::1", false),
            ("3fff:1000::1", true), ("4000::1", false), ("5f00::1", false), ("fc00::1", false), ("fd12:3456::1", false),
            ("fe80::1", false), ("fec0::1", false), ("ff02::1", false), ("ff0e::1", false),
        ])
    func publicAddresses(text: String, isPublic: Bool) throws {
        let address = try #require(IPAddress(text))
        #expect(address.isPublic == isPublic)
        #expect(TargetPolicy.publicOnly.allows(address) == isPublic)
        #expect(TargetPolicy.any.allows(address))
    }

    @Test(
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("2001:0DB8:0:0:0:0:0:1", "2001:db8::1"),
            ("::ffff:1.2.3.4", "::ffff:1.2.3.4"),
        ])
    func text(text: String, canonical: String) {
        #expect(IPAddress(text)?.description == canonical)
    }

    @Test(
        arguments: [
            "", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "0x7f.1", "2130706433", "1.2.3.4 ", "1.2.3.4\0x",
            "[::1]", "fe80::1%eth0", "::1/64", "localhost", ":::", "12345::",
        ])
    func noAddresses(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func mappedAddresses() {
        #expect(IPAddress("::ffff:1.2.3.4")?.unmapped == IPAddress("1.2.3.4"))
        #expect(IPAddress("::1.2.3.4")?.unmapped == IPAddress("::1.2.3.4"))
        #expect(IPAddress("1.2.3.4")?.unmapped == IPAddress("1.2.3.4"))
    }

    @Test(
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.0.0.1", "10.0.0.1", true),
            ("10.0.0.1", "10.0.0.2", false), ("0.0.0.0/0", "255.1.2.3", true), ("0.0.0.0/0", "::1", false),
            ("::/0", "ffff::1", true), ("::/0", "1.2.3.4", false), ("fd00::/8", "fdff::1", true),
            ("fd00::/8", "fc00::1", false), ("2001:db8::/64", "2001:db8::ffff", true),
            ("2001:db8::/64", "2001:db8:0:1::", false), ("2001:db8::/65", "2001:db8::7fff:0:0:0", true),
            ("2001:db8::/65", "2001:db8::8000:0:0:0", false), ("::1/128", "::1", true), ("::1", "::2", false),
        ])
    func networks(network: String, address: String, contains: Bool) throws {
        let network = try #require(IPNetwork(network))
        #expect(network.contains(try #require(IPAddress(address))) == contains)
    }

    @Test(arguments: [
        "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.1/8", "::1/64", "::/129",
        "10.0.0.0/8/8", "x/8",
    ])
    func noNetworks(text: String) {
        #expect(IPNetwork(text) == nil)
    }
}
