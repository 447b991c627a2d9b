// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP

/// Any call of the API.
@Suite struct APICommandTests {
    static let calls: [(arguments: [String], line: String, body: String)] = [
        (["/auth/me"], "GET /auth/me", ""), (["auth/me?x=1&y=%20"], "GET /auth/me?x=1&y=%20", ""),
        (["/x", "-f", "a=1", "-F", "b=2"], "POST /x", #"{"a":"1","b":2}"#), (["/x", "-d", "{}"], "POST /x", "{}"),
        (["/x", "-X", "put", "-d", #"{"b":1,"a":2}"#], "PUT /x", #"{"a":2,"b":1}"#),
        (["/x", "-X", "POST"], "POST /x", ""),
        (["/x", "-X", "PATCH", "-f", "a.b=1"], "PATCH /x", #"{"a":{"b":"1"}}"#),
        (
            ["/x", "-X", "GET", "-f", "a=1&2", "-F", "b=[1, 2]", "-F", "c=null"], "GET /x?a=1%262&b=%5B1%2C2%5D&c=null",
            ""
        ),
        (
            ["/x", "-d", #"{"a":{"x":1,"y":2},"b":[1]}"#, "-f", "a.x=3", "-F", "b[]=2", "-F", "a.z=true"], "POST /x",
            #"{"a":{"x":"3","y":2,"z":true},"b":[1,2]}"#
        ),
        (["/x", "-X", "PATCH", "-F", "a=1", "-f", "a=2", "-d", #"{"a":0}"#], "PATCH /x", #"{"a":1}"#),
        (["/x?y=1", "-X", "DELETE", "-f", "purge=true"], "DELETE /x?y=1&purge=true", ""),
        (["/x", "-XDELETE"], "DELETE /x", ""), (["/.../a..b/.c?d=/../e"], "GET /.../a..b/.c?d=/../e", ""),
    ]

    @Test(arguments: calls) func call(_ arguments: [String], _ line: String, _ body: String) async throws {
        let api = try FakeAPI(.answer(#"{"ok":true}"#))
        let result = try await Pushward(api).run(["api"] + arguments)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output == "{\"ok\":true}\n")
        #expect(api.calls.map(\.line) == [line])
        #expect(api.calls.first?.text == body)
        #expect(api.calls.first?.headers["Authorization"] == "Bearer \(Pushward.token)")
    }

    @Test func headers() async throws {
        let api = try FakeAPI(.answer("{}"))
        _ = try await Pushward(api).run(
            "api", "/x", "-H", "X-One: 1: one", "-H", "X-Two:", "-H", "Accept: text/plain", "-f", "a=b", "-H",
            "content-type: application/merge-patch+json")
        let headers = api.calls.first?.headers
        #expect(headers?["X-One"] == "1: one")
        #expect(headers?["X-Two"] == "")
        #expect(headers?.values("Accept") == ["text/plain"])
        #expect(headers?.values("Content-Type") == ["application/merge-patch+json"])
    }

    static let refusals: [[String]] = [
        ["https://push.example.org/x"], ["http://127.0.0.1/x"], ["//push.example.org/x"], ["/a://b"], ["/x#y"],
        ["/a b"],
        ["/é"], ["/a\\b"], ["/x", "-H", "Authorization: Bearer other"], ["/x", "-H", "authorization:x"],
        ["/x", "-H", "Host: y"],
        ["/x", "-H", "Content-Length: 5"], ["/x", "-H", "nothing"], ["/x", "-H", ": x"], ["/x", "-H", "A B: x"],
        ["/x", "-H", "A: x\r\nB: y"], ["/x", "-X", "GET", "-d", "{}"], ["/x", "-X", "DELETE", "-d", "{}"],
        ["/x", "-X", "G T"],
        ["/x", "-f", "a"], ["/x", "-d", "[]"], [""], ["/x", "/y"],
        ["/.."], ["."], ["/a/../b"], ["/a/./b"], ["/a/.?x"], ["/%2e%2E/x"], ["/a/.%2e"], ["/a%2f..%2fb"],
        ["/a/%252e%252e/b"], ["/a/..%5cb"], ["/notifications/%CC%81/../scheduled"], ["/a/%2e%2e%2fx/../b"],
    ]

    @Test(arguments: refusals) func refusal(_ arguments: [String]) async throws {
        let api = try FakeAPI(.answer("{}"))
        let result = try await Pushward(api).run(["api"] + arguments)
        #expect(result.code == 2)
        #expect(result.output == "")
        #expect(api.calls.isEmpty)
    }

    @Test func queriesAreNotShown() async throws {
        let api = try FakeAPI(.problem(404, nil))
        let result = try await Pushward(api).run("api", "/x?text=secret", "--debug", "-X", "GET", "-f", "more=secret")
        #expect(result.code == 4)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("debug: GET \(api.url)/x?...: 404 in ") == true)
        #expect(lines.last == "error: GET /x: 404: it is so")
    }
}
