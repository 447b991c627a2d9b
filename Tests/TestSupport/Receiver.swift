// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxJSON
import WaxSystem

/// An endpoint on this machine that keeps what it gets, and answers as the test says.
package final class Receiver: Sendable {
    /// One request that came.
    package struct Delivery: Sendable {
        package let method: String
        /// The path with its query.
        package let target: String
        package let headers: HTTPHeaders
        package let body: [UInt8]

        /// The event as the body has it.
        package var event: JSONValue { (try? JSONReader.parse(body)) ?? .null }
        /// The name under which the event is sent, at every attempt.
        package var id: String { headers["webhook-id"] ?? "" }
        /// What the event is.
        package var type: String { event["type"]?.stringValue ?? "" }
    }

    private struct Handler: HTTPHandler {
        let deliveries: Locked<[Delivery]>
        let answer: @Sendable (Delivery, Int) async -> HTTPResponse

        func respond(to request: HTTPRequest) async -> HTTPResponse {
            let head = request.head
            let delivery = Delivery(
                method: head.method, target: head.target, headers: head.headers, body: request.body)
            let count = deliveries.withLock { deliveries in
                deliveries.append(delivery)
                return deliveries.count
            }
            deliveries.notify()
            return await answer(delivery, count)
        }

        func refusal(_ reason: HTTPRefusal, head: HTTPRequestHead) -> HTTPResponse { .empty(status: reason.status) }
    }

    private let received: Locked<[Delivery]>
    private let server: HTTPServer
    private let scheme: String

    /// Listens from now on; `answer` is given each delivery and how many there have been with it.
    package init(
        tls: HTTPServer.TLS? = nil,
        _ answer: @escaping @Sendable (Delivery, Int) async -> HTTPResponse = { _, _ in .empty() }
    ) throws {
        let received = Locked<[Delivery]>([])
        self.received = received
        scheme = tls == nil ? "http" : "https"
        var configuration = HTTPServer.Configuration.patient
        configuration.tls = tls
        // More than any sender may send: what is too long is the sender's to refuse.
        configuration.maximumBodyBytes = 4 << 20
        server = try HTTPServer(
            configuration: configuration, handler: Handler(deliveries: received, answer: answer))
    }

    /// Answers one status after the other, the last of them for ever.
    package convenience init(_ status: Int, _ others: Int...) throws {
        let statuses = [status] + others
        try self.init { _, count in .empty(status: statuses[min(count, statuses.count) - 1]) }
    }

    /// Where it listens.
    package var origin: String { "\(scheme)://127.0.0.1:\(server.boundPort)" }
    /// An address there for what is delivered.
    package var url: String { origin + "/hook" }
    /// All that have come.
    package var deliveries: [Delivery] { received.withLock { $0 } }

    /// The first `count` deliveries, once they are there.
    package func first(_ count: Int) async throws -> [Delivery] {
        let received = received
        return try await inBackground {
            let found = received.wait(atMost: .seconds(120)) { $0.count >= count ? Array($0.prefix(count)) : nil }
            guard let found else {
                throw TestFailure("\(received.withLock { $0.count }) deliveries and not \(count)")
            }
            return found
        }
    }
}
