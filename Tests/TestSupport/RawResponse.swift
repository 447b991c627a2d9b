// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP

/// An answer as it came over the wire.
package struct RawResponse: Sendable {
    package let status: Int
    package let headers: HTTPHeaders
    package let body: [UInt8]

    package var text: String { String(decoding: body, as: UTF8.self) }

    /// Reads the first answer in `bytes`, and how many bytes it takes; nil while it is not whole.
    package static func read(_ bytes: [UInt8], isHead: Bool = false) -> (RawResponse, Int)? {
        let end = Array("\r\n\r\n".utf8)
        guard let headEnd = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { return nil }
        let lines = String(decoding: bytes[..<headEnd], as: UTF8.self).split(separator: "\r\n")
        let status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }
        guard let status else { return nil }
        var headers = HTTPHeaders()
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers.add(String(parts[0]), parts.count < 2 ? "" : String(parts[1].drop { $0 == " " }))
        }
        let hasBody = !isHead && status >= 200 && status != 204
        let length = hasBody ? headers["Content-Length"].flatMap { Int($0) } ?? 0 : 0
        let bodyStart = headEnd + end.count
        if hasBody, headers["Transfer-Encoding"] == "chunked" {
            guard let (body, length) = chunks(bytes[bodyStart...]) else { return nil }
            return (RawResponse(status: status, headers: headers, body: body), bodyStart + length)
        }
        guard bytes.count >= bodyStart + length else { return nil }
        let body = Array(bytes[bodyStart..<bodyStart + length])
        return (RawResponse(status: status, headers: headers, body: body), bodyStart + length)
    }
    /// Reads a body in chunks without extensions or trailers, and how many bytes it takes; nil while it is not whole.
    private static func chunks(_ bytes: ArraySlice<UInt8>) -> ([UInt8], Int)? {
        var (body, rest) = ([UInt8](), bytes)
        while let lineEnd = rest.firstIndex(of: UInt8(ascii: "\r")) {
            let size = Int(String(decoding: rest[..<lineEnd], as: UTF8.self), radix: 16)
            guard let size, rest.count >= lineEnd - rest.startIndex + 2 + size + 2 else { return nil }
            rest = rest[(lineEnd + 2)...]
            body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
            if size == 0 { return (body, bytes.count - rest.count) }
        }
        return nil
    }
}
