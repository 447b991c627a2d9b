// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import Testing

@Suite struct APIEndpointTests {
    @Test(arguments: [
        ("https://push.example.org", "https://push.example.org", false),
        ("https://push.example.org///", "https://push.example.org", false),
        ("https://push.example.org/a/b/", "https://push.example.org/a/b", false),
        ("https://push.example.org:8443", "https://push.example.org:8443", false),
        ("http://localhost:8080", "http://localhost:8080", true), ("http://LOCALHOST", "http://LOCALHOST", true),
        ("http://127.0.0.1:9", "http://127.0.0.1:9", true), ("http://127.9.9.9", "http://127.9.9.9", true),
        ("http://[::1]:9/x", "http://[::1]:9/x", true), ("https://[::1]", "https://[::1]", true),
    ]) func taken(_ text: String, _ kept: String, _ isLoopback: Bool) throws {
        let endpoint = try APIEndpoint(text, origin: "test")
        #expect(endpoint.text == kept)
        #expect(endpoint.isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", "push.example.org", "ftp://push.example.org", "http://push.example.org", "http://10.0.0.1", "http://[::2]",
        "http://localhost.example.org", "http://127.0.0.1.example.org", "https://user@push.example.org",
        "https://user:word@push.example.org", "https://push.example.org?x=1", "https://push.example.org/#x",
        "https://push example.org", "https://", "http://0x7f000001.example.org", "https://pü.example.org",
    ]) func refused(_ text: String) {
        let error = #expect(throws: ClientError.self) { try APIEndpoint(text, origin: "PUSHWARD_API_URL") }
        #expect(error?.exit == .usage)
        #expect(error?.description.hasPrefix("PUSHWARD_API_URL must ") == true)
        #expect(error?.description.contains("word") == (error?.description.contains("password") == true))
    }
}
