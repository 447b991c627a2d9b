// SPDX-License-Identifier: Apache-2.0

/// What a request says before its body.
package struct HTTPRequestHead: Sendable {
    /// The method as sent, such as `POST`.
    package var method: String
    /// Path and query as sent.
    package var target: String
    /// The path as sent, without the query.
    package var path: String
    /// The path's parts between slashes, percent-decoded; an encoded slash stays inside its part. Empty for `/`.
    package var segments: [String]
    /// The query in its order, repeated names kept.
    package var query: [QueryItem]
    /// The header fields in their order.
    package var headers: HTTPHeaders
    /// The client, or the address that a trusted proxy gives for it; nil when the listener has no addresses.
    package var remoteAddress: IPAddress?
    /// What the answer, the log and the error report call this request; empty until a handler sets it.
    package var requestID = ""

    /// Reads `target`; nil when it is no path, or has a bad percent escape, a zero byte or bytes that are not UTF-8.
    package init?(
        method: String, target: String, headers: HTTPHeaders = HTTPHeaders(), remoteAddress: IPAddress? = nil
    ) {
        guard let parsed = RequestTarget(target) else { return nil }
        self.init(
            method: method, target: target, path: parsed.path, segments: parsed.segments, query: parsed.query,
            headers: headers, remoteAddress: remoteAddress)
    }

    init(
        method: String, target: String, path: String, segments: [String], query: [QueryItem], headers: HTTPHeaders,
        remoteAddress: IPAddress?
    ) {
        self.method = method
        self.target = target
        self.path = path
        self.segments = segments
        self.query = query
        self.headers = headers
        self.remoteAddress = remoteAddress
    }

    /// The value of the first query item called `name`.
    package func queryValue(_ name: String) -> String? {
        query.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The values of all query items called `name`, in order.
    package func queryValues(_ name: String) -> [String] {
        query.compactMap { $0.name.utf8.elementsEqual(name.utf8) ? $0.value : nil }
    }
}
