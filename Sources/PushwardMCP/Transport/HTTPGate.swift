// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// What is decided about an HTTP request before its body is looked at.
///
/// The endpoint acts with its user's key for whoever reaches it, and a browser reaches loopback addresses for any page. So
/// a request that names an origin is refused, as is one whose `Host` is not one of the server's own names: that is a
/// page whose name was pointed here (DNS rebinding).
struct HTTPGate: Sendable {
    /// What is to become of a request.
    enum Verdict: Equatable, Sendable {
        case post
        case delete
        case refuse(status: Int, reason: String)
        case notAllowed
    }

    /// The path of the endpoint.
    static let path = "/mcp"
    static let allowedMethods = "DELETE, POST"
    /// Names that a server on this machine has in any case.
    static let loopbackNames = ["localhost", "127.0.0.1", "[::1]"]

    /// Names beside those of this machine under which the server may be asked for, lower case and without port.
    let hosts: [String]

    func verdict(on head: HTTPRequestHead) -> Verdict {
        if head.headers["Origin"] != nil { return .refuse(status: 403, reason: "requests of web pages are refused") }
        guard hasKnownHost(head.headers.values("Host")) else {
            return .refuse(status: 421, reason: "this server has another name")
        }
        guard head.path == Self.path else { return .refuse(status: 404, reason: "the endpoint is \(Self.path)") }
        switch head.method {
        case "DELETE": return .delete
        case "POST": return postVerdict(on: head.headers)
        default: return .notAllowed
        }
    }

    private func postVerdict(on headers: HTTPHeaders) -> Verdict {
        guard Self.mediaType(headers["Content-Type"] ?? "") == "application/json" else {
            return .refuse(status: 415, reason: "Content-Type must be application/json")
        }
        guard Self.accepts(headers, "application/json") || Self.accepts(headers, "text/event-stream") else {
            return .refuse(status: 406, reason: "Accept must name application/json or text/event-stream")
        }
        return .post
    }

    /// Whether `Accept` takes a media type; without the header everything is.
    static func accepts(_ headers: HTTPHeaders, _ type: String) -> Bool {
        let ranges = accepted(headers)
        let family = type.prefix { $0 != "/" } + "/*"
        return ranges.isEmpty || ranges.contains { $0 == type || $0 == family || $0 == "*/*" }
    }

    /// Whether `Accept` names a media type itself.
    static func names(_ type: String, _ headers: HTTPHeaders) -> Bool {
        accepted(headers).contains(type)
    }

    private static func accepted(_ headers: HTTPHeaders) -> [String] {
        headers.values("Accept").flatMap { $0.split(separator: ",") }.map { mediaType($0) }
    }

    private func hasKnownHost(_ values: [String]) -> Bool {
        guard values.count == 1 else { return false }
        guard let host = Self.withoutPort(values[0].lowercased()) else { return false }
        return (Self.loopbackNames + hosts).contains { $0.utf8.elementsEqual(host) }
    }

    /// The name alone; nil when what follows it is no port.
    private static func withoutPort(_ text: String) -> ArraySlice<UInt8>? {
        let text = Array(text.utf8)
        let bracket = text.first == UInt8(ascii: "[") ? text.firstIndex(of: UInt8(ascii: "]")) : nil
        let end = bracket.map { $0 + 1 } ?? text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        let rest = text[end...]
        let isPort = rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        return rest.isEmpty || isPort ? text[..<end] : nil
    }

    private static func mediaType(_ value: some StringProtocol) -> String {
        value.prefix { $0 != ";" }.split(separator: " ").joined().lowercased()
    }
}
