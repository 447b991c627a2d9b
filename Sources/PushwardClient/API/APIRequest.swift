// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxJSON

/// One call of the API.
package struct APIRequest: Sendable {
    /// The method in upper case.
    package var method: String
    /// The path from its slash on, percent-encoded where it must be, with a query or without.
    package var path: String
    /// Added to the query, as they are.
    package var query: [QueryItem] = []
    /// Sent beside those that every request has.
    package var headers = HTTPHeaders()
    /// Sent as compact JSON with the keys of each object in the order of their bytes.
    package var body: JSONValue?
    /// Whether the query is a person's own, which nobody who looks on may see.
    package var hidesQuery = false
    /// Whether it needs an API key; without, none is sent.
    package var needsKey = true
    /// How many seconds the server may hold the answer back; sent as `wait`.
    package var wait: Int?

    /// A call with a key, and without headers of its own.
    package init(_ method: String, _ path: String, query: [QueryItem] = [], body: JSONValue? = nil) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }

    /// The path alone, as messages name the call: a query may hold anything.
    package var displayPath: String { String(path.prefix { $0 != "?" && $0 != "#" }).printable }

    /// How long one attempt may take.
    var attemptTimeout: Duration { .seconds(wait.map { $0 + 15 } ?? 30) }

    /// What others may see of the request's URL.
    func visible(_ url: String) -> String {
        guard hidesQuery, let end = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return url }
        return url[..<end] + "?..."
    }

    func url(at endpoint: APIEndpoint) -> String {
        var items = query
        if let wait { items.append(QueryItem(name: "wait", value: String(wait))) }
        var url = endpoint.text + path
        for item in items {
            url += url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
            url += item.name.percentEncoded + "=" + item.value.percentEncoded
        }
        return url
    }
}

extension String {
    /// All but the unreserved characters of RFC 3986 section 2.3 as escapes.
    package var percentEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                text.append(byte)
            default: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
