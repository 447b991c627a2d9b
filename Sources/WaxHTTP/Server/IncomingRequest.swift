// SPDX-License-Identifier: Apache-2.0

/// A request while it arrives, measured against the limits.
struct IncomingRequest {
    let head: HTTPRequestHead
    private let limit: Int
    private let isDecodable: Bool
    private var body: [UInt8] = []
    private var excess = 0

    /// How much of a body that is too long is read, so that a client that sends before it listens hears the refusal.
    private static let maximumExcess = 1 << 20

    /// Throws why the request is refused before its body is read; its connection must then be closed.
    init(
        head: HTTPRequestHead, isDecodable: Bool, isHTTP11: Bool, limits: HTTPServer.Configuration
    ) throws(HTTPRefusal) {
        self.head = head
        self.isDecodable = isDecodable
        limit = limits.maximumBodyBytes
        let fields = head.headers.fields
        // Each line has two more for the colon and space, and two for its end.
        let headerBytes = fields.reduce(head.target.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        guard fields.count <= limits.maximumHeaderCount, headerBytes <= limits.maximumHeaderBytes else {
            throw .headersTooLarge(limit: limits.maximumHeaderBytes)
        }
        guard fields.allSatisfy(\.hasValidName), !isHTTP11 || head.headers.values("Host").count == 1 else {
            throw .badHeaders
        }
        switch try BodyFraming(head.headers) {
        case .none: break
        case .length(let length):
            guard length <= limit else { throw .bodyTooLarge(limit: limit) }
            body.reserveCapacity(min(length, 16 * 1024))
        case .chunked:
            guard isHTTP11 else { throw .badHeaders }
        }
    }

    /// Appends what arrived; false when so much came in excess that the connection is to be closed.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if excess == 0, body.count + bytes.count <= limit {
            body.append(contentsOf: bytes)
        } else {
            body = []
            excess += bytes.count
        }
        return excess <= Self.maximumExcess
    }

    /// The whole request; throws when its body was too long, or its target makes no sense.
    func finished() throws(HTTPRefusal) -> HTTPRequest {
        guard isDecodable else { throw .badTarget }
        guard excess == 0 else { throw .bodyTooLarge(limit: limit) }
        return HTTPRequest(head: head, body: body)
    }
}
