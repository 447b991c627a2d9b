// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxProviders

@Suite struct WebPushEndpointTests {
    @Test(arguments: [
        (
            "https://fcm.googleapis.com/fcm/send/dpH5:APA91b-_x", "https://fcm.googleapis.com",
            "/fcm/send/dpH5:APA91b-_x"
        ),
        ("https://Push.Example.NET:443/a?b=c%20d", "https://push.example.net", "/a?b=c%20d"),
        ("HTTPS://push.example.net:8443", "https://push.example.net:8443", "/"),
        ("https://[2001:DB8::1]:444/x", "https://[2001:db8::1]:444", "/x"),
        ("https://push.example.net?x", "https://push.example.net", "/?x"),
        ("http://127.0.0.1:80/x", "http://127.0.0.1", "/x"), ("http://h:443/", "http://h:443", "/"),
    ])
    func partsOfAURL(text: String, origin: String, path: String) throws {
        let endpoint = try #require(WebPushEndpoint(text))
        #expect(endpoint.origin == origin && endpoint.path == path)
        #expect(endpoint.isSecure == origin.hasPrefix("https"))
        #expect(WebPushEndpoint(endpoint.text) == endpoint)
    }

    @Test(arguments: [
        "", "https://", "ftp://h/x", "//h/x", "https://user@h/x", "https://h/x#y", "https://h/a b", "https://h\\@i/",
        "https://h:0/", "https://h:65536/", "https://é/x", "https:/h/x", "mailto:a@b", "https://h/\u{0}",
    ])
    func whatIsNone(text: String) {
        #expect(WebPushEndpoint(text) == nil)
    }

    @Test func theLongestOne() {
        let start = "https://push.example.net/"
        func url(_ count: Int) -> String { start + String(repeating: "x", count: count - start.utf8.count) }
        #expect(WebPushEndpoint(url(2048)) != nil)
        #expect(WebPushEndpoint(url(2049)) == nil)
    }
}
