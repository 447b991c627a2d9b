// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP

@testable import PushwardMCP

@Suite struct HTTPGateTests {
    private static let json = ("Content-Type", "application/json")
    private static let host = ("Host", "localhost:8080")

    struct Row: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        let headers: [(String, String)]
        let status: Int?
        var testDescription: String { "\(method) \(path) \(headers)" }
    }

    @Test(arguments: [
        Row(method: "POST", path: "/mcp", headers: [host, json], status: nil),
        Row(method: "POST", path: "/mcp?a=b", headers: [host, json], status: nil),
        Row(
            method: "POST", path: "/mcp", headers: [host, ("content-type", "Application/JSON; charset=utf-8")],
            status: nil),
        Row(
            method: "POST", path: "/mcp", headers: [host, json, ("Accept", "application/json, text/event-stream")],
            status: nil),
        Row(method: "POST", path: "/mcp", headers: [host, json, ("Accept", "text/event-stream;q=0.5")], status: nil),
        Row(method: "POST", path: "/mcp", headers: [host, json, ("Accept", "application/*")], status: nil),
        Row(method: "POST", path: "/mcp", headers: [host, json, ("Accept", "*/*")], status: nil),
        Row(method: "POST", path: "/mcp", headers: [host, json, ("Accept", "text/html")], status: 406),
        Row(method: "POST", path: "/mcp", headers: [host], status: 415),
        Row(method: "POST", path: "/mcp", headers: [host, ("Content-Type", "text/plain")], status: 415),
        Row(method: "DELETE", path: "/mcp", headers: [host], status: nil),
        Row(method: "GET", path: "/mcp", headers: [host], status: 405),
        Row(method: "PUT", path: "/mcp", headers: [host, json], status: 405),
        Row(method: "OPTIONS", path: "/mcp", headers: [host], status: 405),
        Row(method: "POST", path: "/", headers: [host, json], status: 404),
        Row(method: "POST", path: "/mcp/", headers: [host, json], status: 404),
        Row(method: "POST", path: "/mcp", headers: [host, json, ("Origin", "http://localhost:8080")], status: 403),
        Row(method: "POST", path: "/mcp", headers: [host, json, ("origin", "null")], status: 403),
        Row(method: "GET", path: "/", headers: [host, ("Origin", "https://example.com")], status: 403),
        Row(method: "POST", path: "/mcp", headers: [json], status: 421),
        Row(method: "POST", path: "/mcp", headers: [("Host", "evil.example:8080"), json], status: 421),
        Row(method: "POST", path: "/mcp", headers: [("Host", "localhost.evil.example"), json], status: 421),
        Row(method: "POST", path: "/mcp", headers: [host, host, json], status: 421),
        Row(method: "POST", path: "/mcp", headers: [("Host", "127.0.0.1"), json], status: nil),
        Row(method: "POST", path: "/mcp", headers: [("Host", "[::1]:8080"), json], status: nil),
        Row(method: "POST", path: "/mcp", headers: [("Host", "LocalHost:80"), json], status: nil),
        Row(method: "POST", path: "/mcp", headers: [("Host", "mcp.example.org:443"), json], status: nil),
        Row(method: "POST", path: "/mcp", headers: [("Host", "192.168.1.5"), json], status: 421),
        Row(method: "POST", path: "/mcp", headers: [("Host", "[::1]"), json], status: nil),
        Row(method: "POST", path: "/mcp", headers: [("Host", "localhost:"), json], status: nil),
        Row(method: "POST", path: "/mcp", headers: [("Host", "localhost:80@evil"), json], status: 421),
        Row(method: "POST", path: "/mcp", headers: [("Host", "localhost:80:80"), json], status: 421),
        Row(method: "POST", path: "/mcp", headers: [("Host", "localhost:+80"), json], status: 421),
        Row(method: "POST", path: "/mcp", headers: [("Host", "[::1]evil.com"), json], status: 421),
        Row(method: "POST", path: "/mcp", headers: [("Host", "[::1]:80.evil.com"), json], status: 421),
        Row(method: "POST", path: "/mcp", headers: [("Host", "[::1"), json], status: 421),
        Row(method: "POST", path: "/mcp", headers: [("Host", "mcp.example.org:x"), json], status: 421),
        Row(method: "POST", path: "/mcp", headers: [("Host", "\u{212A}localhost"), json], status: 421),
    ])
    func requestsAreLetInOrNot(row: Row) throws {
        let gate = HTTPGate(hosts: ["mcp.example.org"])
        let head = try #require(
            HTTPRequestHead(method: row.method, target: row.path, headers: HTTPHeaders(row.headers)))
        let status: Int? =
            switch gate.verdict(on: head) {
            case .post, .delete: nil
            case .notAllowed: 405
            case .refuse(let status, _): status
            }
        #expect(status == row.status)
    }
}
