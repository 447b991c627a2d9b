// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxSystem

/// One connection to a simulated service.
final class ProviderClient: Sendable {
    private let client: HTTP2Client
    private let exchange: Exchange

    /// What the client's thread and the tests share.
    final class Exchange: Sendable {
        private struct Content {
            var nextID: UInt64 = 0
            var waiting: [UInt64: CheckedContinuation<HTTP2Outcome, Never>] = [:]
            var events: [HTTP2ClientEvent] = []
        }

        private let content = Locked(Content())

        func begin(_ continuation: CheckedContinuation<HTTP2Outcome, Never>) -> UInt64 {
            content.withLock { content in
                content.nextID += 1
                content.waiting[content.nextID] = continuation
                return content.nextID
            }
        }

        func end(_ answers: [HTTP2Answer]) {
            for answer in answers {
                content.withLock { $0.waiting.removeValue(forKey: answer.id) }?.resume(returning: answer.outcome)
            }
        }

        func add(_ event: HTTP2ClientEvent) { content.withLock { $0.events.append(event) } }

        var events: [HTTP2ClientEvent] { content.withLock { $0.events } }
    }

    init(port: UInt16, trusting certificatePEM: String, streams: Int = 100) throws {
        let exchange = Exchange()
        self.exchange = exchange
        var configuration = HTTP2ClientConfiguration()
        configuration.initialStreamLimit = streams
        client = try HTTP2Client(
            endpoint: HTTP2Endpoint(host: "127.0.0.1", port: port),
            tls: TLSContext(clientTrusting: .pem(certificatePEM)), configuration: configuration,
            onEvent: { exchange.add($0) }, onOutcomes: { exchange.end($0) })
    }

    deinit { client.close() }

    /// Sends a request and waits for what comes of it.
    func send(_ request: TestRequest) async -> HTTP2Outcome {
        await withCheckedContinuation { continuation in
            let id = exchange.begin(continuation)
            var headers = HTTP2Headers()
            for (name, value) in request.headers { headers.append(name, value) }
            client.submit([
                HTTP2Request(
                    id: id, method: request.method, path: request.path, headers: headers, body: request.body)
            ])
        }
    }

    /// Sends a request that must be answered.
    func answer(to request: TestRequest) async throws -> TestAnswer {
        guard case .response(let response) = await send(request) else { throw TestAnswer.Missing() }
        return TestAnswer(response)
    }

    var events: [HTTP2ClientEvent] { exchange.events }
}
