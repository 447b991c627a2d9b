// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP

@Suite struct HTTP2HeadersTests {
    @Test func keepsOrderAndFindsTheFirst() {
        var headers: HTTP2Headers = ["a": "1", "bb": "2"]
        headers.append("a", "3", isIndexed: false)
        headers.append("empty", "")
        #expect(headers.count == 4)
        #expect(headers[0] == ("a", "1") && headers[1] == ("bb", "2") && headers[2] == ("a", "3"))
        #expect(headers["a"] == "1" && headers["bb"] == "2" && headers["empty"]?.isEmpty == true)
        #expect(headers["b"] == nil && headers["A"] == nil && headers[""] == nil)
    }

    @Test func namesAreComparedByBytes() {
        let headers: HTTP2Headers = ["e\u{301}": "combined"]
        #expect(headers["é"] == nil)
        #expect(headers["e\u{301}"] == "combined")
    }

    @Test func descriptionsTellNoValues() {
        var headers = HTTP2Headers()
        headers.append("authorization", "bearer secret", isIndexed: false)
        let request = HTTP2Request(id: 1, path: "/3/device/secret", headers: headers, body: Array("secret".utf8))
        let response = HTTP2Response(status: 200, headers: headers, body: Array("secret".utf8))
        #expect("\(headers)" == #"["authorization"]"#)
        #expect("\(request)" == #"#1 POST, ["authorization"], 6 bytes"#)
        #expect("\(response)" == #"200, ["authorization"], 6 bytes"#)
    }

    @Test(arguments: [
        ("api.push.apple.com", 443, "api.push.apple.com"), ("localhost", 8443, "localhost:8443"),
        ("::1", 443, "[::1]"), ("::1", 2197, "[::1]:2197"), ("127.0.0.1", 80, "127.0.0.1:80"),
    ]) func authority(host: String, port: UInt16, authority: String) {
        #expect(HTTP2Endpoint(host: host, port: port).authority == authority)
    }
}
