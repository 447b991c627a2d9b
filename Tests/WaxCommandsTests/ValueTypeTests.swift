// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCommands

@Suite struct ValueTypeTests {
    @Test(arguments: [("1", 1), ("-5", -5), ("0", 0), ("007", 7), ("10", 10), ("-10", -10)] as [(String, Int)])
    func integer(_ text: String, _ value: Int) {
        #expect(ValueType.integer(-10...10).convert(text) == value)
    }

    @Test(arguments: ["", "11", "-11", "+1", "1.0", "1e1", " 1", "1 ", "0x1", "\u{661}", "99999999999999999999", "-"])
    func noInteger(_ text: String) {
        #expect(ValueType.integer(-10...10).convert(text) == nil)
    }

    @Test func integerRules() {
        #expect(ValueType.integer().syntax.rule == "must be a whole number")
        #expect(ValueType.integer(1 ... .max).syntax.rule == "must be a whole number of at least 1")
        #expect(ValueType.integer(.min...9).syntax.rule == "must be a whole number of at most 9")
    }

    static let durations: [(String, Int)] = [
        ("0", 0), ("90", 90_000), ("90s", 90_000), ("250ms", 250), ("15m", 900_000), ("1h30m", 5_400_000),
        ("7d", 604_800_000), ("1d2h3m4s5ms", 93_784_005), ("1.5h", 5_400_000), ("0.25s", 250), ("2.5", 2500),
        ("0.0005s", 0),
        ("1m1m", 120_000),
    ]

    @Test(arguments: durations) func duration(_ text: String, _ milliseconds: Int) {
        #expect(ValueType.duration().convert(text) == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "", "s", "-1s", "+1s", "1x", "1 s", "1S", "1h30", "30 1h", ".5s", "1.s", "1..5s", "1us",
        "99999999999999999999s",
        "9999999999999d", "9223372036854775.999s", "106751991167.9999999d", "9223372036854775s999ms",
        "2562047788015.9999h", "\u{661}s", "1s ", "1e3s",
    ])
    func noDuration(_ text: String) {
        #expect(ValueType.duration().convert(text) == nil)
    }

    @Test func durationBounds() {
        let type = ValueType.duration(.milliseconds(1500) ... .seconds(90_000))
        #expect(type.syntax.rule == "must be a time such as 90s, 15m or 1h30m, from 1s500ms to 1d1h")
        #expect(type.convert("1500ms") != nil)
        #expect(type.convert("1499ms") == nil)
        #expect(type.convert("25h") != nil)
        #expect(type.convert("25h1ms") == nil)
    }

    static let addresses: [(String, String, UInt16, Bool)] = [
        ("127.0.0.1:8080", "127.0.0.1", 8080, true), ("0.0.0.0:0", "0.0.0.0", 0, false),
        ("[::1]:443", "::1", 443, true),
        ("[::]:65535", "::", 65535, false), ("localhost:80", "127.0.0.1", 80, true),
        ("127.9.9.9:1", "127.9.9.9", 1, true),
        ("[2001:db8::7]:1", "2001:db8::7", 1, false), ("[::ffff:127.0.0.1]:1", "::ffff:127.0.0.1", 1, false),
        ("10.0.0.1:1", "10.0.0.1", 1, false),
    ]

    @Test(arguments: addresses) func listenAddress(_ text: String, _ host: String, _ port: UInt16, _ isLoopback: Bool)
        throws
    {
        let address = try #require(ListenAddress(text))
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.isLoopback == isLoopback)
        #expect(address.isIPv6 == text.hasPrefix("["))
        #expect(ListenAddress(address.description) == address)
    }

    @Test(arguments: [
        "", ":", "8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1",
        "127.0.0.1:x", "127.0.0.1: 80", "127.1:80", "256.0.0.1:80", "1.2.3.4.5:80", "::1:80", "[::1]", "[::1]:",
        "[]:80", "[::1:80",
        "::1]:80", "[127.0.0.1]:80", "[fe80::1%eth0]:80", "example.org:80", "LOCALHOST:80", "*:80", "127.0.0.1:80:80",
        "127.0.0.1\u{0}:80", "127.0.0.1:\u{661}",
    ])
    func noListenAddress(_ text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test(arguments: [
        "https://example.org", "http://localhost:8080", "https://a/b?c=d%20e", "HTTPS://A.example/",
        "https://[::1]:1/x",
        "https://[2001:db8::1]", "http://10.0.0.1?x", "https://a.example/@b:c",
    ])
    func url(_ text: String) {
        #expect(ValueType.url().convert(text) == text)
    }

    @Test(arguments: [
        "", "example.org", "https:", "https://", "https:///x", "ftp://a", "https//a", "https://a b", "https://user@a",
        "https://user:pw@a", "https://a:", "https://a:0", "https://a:65536", "https://a:+1", "https://a:1:2",
        "https://[::1", "https://[x]",
        "https://[::1]x", "https://é", "https://a\n", "https://a/#b", "https://a\\b", "javascript:alert(1)",
        "https://?x", " https://a",
    ])
    func noURL(_ text: String) {
        #expect(ValueType.url().convert(text) == nil)
    }

    @Test func urlSchemes() {
        let type = ValueType.url(schemes: ["https"])
        #expect(type.convert("http://a") == nil)
        #expect(type.convert("https://a") == "https://a")
        #expect(
            ValueType.url().syntax.rule
                == "must be a URL that begins with https:// or http://, without user and password")
    }

    @Test func choice() {
        let type = ValueType<SampleTool.Mode>.choice()
        #expect(type.convert("live") == .live)
        #expect(type.convert("Live") == nil)
        #expect(type.convert("") == nil)
        #expect(type.syntax.completion == .choices(["test", "live"]))
    }

    @Test func text() {
        #expect(ValueType.string.convert(" ") == " ")
        #expect(ValueType.string.convert("") == nil)
        #expect(ValueType.anyString.convert("") == "")
        for type in [ValueType.directory, .file] {
            #expect(type.convert("/a b") == "/a b")
            #expect(type.convert("") == nil)
            #expect(type.convert("a\u{0}b") == nil)
        }
    }

    @Test func ownType() {
        let even = ValueType<Int>(name: "EVEN", rule: "must be even") { Int($0).flatMap { $0 % 2 == 0 ? $0 : nil } }
        let option = Option("size", even, default: "2", help: "how large")
        let tool = CommandLineTool(Command("own", "use a type of its own", options: [option]))
        #expect(SampleTool.run("--size", "4", tool: tool).command?[option] == 4)
        #expect(
            SampleTool.run("--size", "3", tool: tool).errors == "own: --size must be even, not '3'\nsee 'own --help'\n")
    }
}
