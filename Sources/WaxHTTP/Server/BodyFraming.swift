// SPDX-License-Identifier: Apache-2.0

/// How the end of a request's body is known (RFC 9112 section 6.3), read strictly: what two readers could
/// understand differently is refused.
enum BodyFraming: Hashable {
    case none
    case length(Int)
    case chunked

    /// Throws `badHeaders` or `unsupportedTransferCoding`.
    init(_ headers: HTTPHeaders) throws(HTTPRefusal) {
        let codings = headers.values("Transfer-Encoding")
        let lengths = headers.values("Content-Length")
        if let coding = codings.first {
            guard lengths.isEmpty, codings.count == 1 else { throw .badHeaders }
            guard coding.utf8.elementsEqual("chunked".utf8, by: { $0 | 0x20 == $1 }) else {
                throw .unsupportedTransferCoding
            }
            self = .chunked
        } else if let text = lengths.first {
            guard lengths.count == 1, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text)
            else { throw .badHeaders }
            self = length == 0 ? .none : .length(length)
        } else {
            self = .none
        }
    }
}
