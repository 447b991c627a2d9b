// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP

@Suite struct HTTPRequestHeadTests {
    @Test(
        arguments: [
            ("/", []),
            ("/a", ["a"]),
            ("/a/", ["a", ""]),
            ("//a", ["", "a"]),
            ("/a%2fb/%25", ["a/b", "%"]),
            ("/a+b", ["a+b"]),
            ("/%F0%9F%90%A6", ["🐦"]),
            ("/%2e%2E", [".."]),
            ("http://host", []),
            ("http://host:80/a/b", ["a", "b"]),
            ("https://host?x", []),
        ])
    func segments(target: String, expected: [String]) {
        #expect(HTTPRequestHead(method: "GET", target: target)?.segments == expected)
    }

    @Test(
        arguments: [
            "", "a", "*", "host:443", "ftp://host/", "/%", "/%4", "/%4g", "/%+4", "/%00", "/a%00b", "/%ff", "/%C3",
            "/a b",
            "/a#b", "/a\u{7f}", "/a\tb", "/?%", "/?a=%zz", "/?a=%00", "/?%00", "/?%ff",
        ])
    func refusedTargets(target: String) {
        #expect(HTTPRequestHead(method: "GET", target: target) == nil)
    }

    @Test func queriesKeepOrderAndRepeats() throws {
        let head = try #require(HTTPRequestHead(method: "GET", target: "/p?b=2&a=1&b=%26%3D&&c&=x&d=a=b&e=%2B+"))
        #expect(head.path == "/p")
        #expect(head.query.map(\.name) == ["b", "a", "b", "c", "", "d", "e"])
        #expect(head.query.map(\.value) == ["2", "1", "&=", "", "x", "a=b", "+ "])
        #expect(head.queryValues("b") == ["2", "&="])
        #expect(head.queryValue("a") == "1" && head.queryValue("z") == nil)
    }

    @Test func headersIgnoreCaseAndKeepRepeats() {
        var headers = HTTPHeaders([("Accept", "a"), ("X", "1"), ("accept", "b")])
        #expect(headers["ACCEPT"] == "a" && headers.values("aCCept") == ["a", "b"] && headers["y"] == nil)
        headers["ACCEPT"] = "c"
        #expect(headers.fields.map(\.name) == ["X", "ACCEPT"] && headers["accept"] == "c")
        headers["x"] = nil
        #expect(headers.fields.count == 1)
        #expect(HTTPHeaders([("K", "1")])["\u{212A}"] == nil)
    }
}
