// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxProviders
import WaxSystem

@testable import WaxDelivery

/// A lane over real sockets, to servers that stand where no push service may stand.
@Suite(.timeLimit(.minutes(1))) struct WebPushLaneTests {
    /// Answers as a push service does, when it is let.
    private final class Service: HTTPHandler {
        let requests = Locked<[HTTPRequest]>([])
        let answer: @Sendable (HTTPRequest) -> HTTPResponse

        init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse = { _ in HTTPResponse(status: 201) }) {
            self.answer = answer
        }

        func respond(to request: HTTPRequest) async -> HTTPResponse {
            requests.withLock { $0.append(request) }
            return answer(request)
        }

        func refusal(_ reason: HTTPRefusal, head: HTTPRequestHead) -> HTTPResponse { HTTPResponse(status: 400) }
    }

    private final class Answers: Sendable {
        private let outcomes = Locked<[UInt64: HTTP2Outcome]>([:])

        func put(_ answers: [HTTP2Answer]) {
            outcomes.withLock { for answer in answers { $0[answer.id] = answer.outcome } }
            outcomes.notify()
        }

        /// Waits for so many outcomes, on a thread of its own.
        func wait(for count: Int) async -> [UInt64: HTTP2Outcome] {
            await withCheckedContinuation { continuation in
                let outcomes = outcomes
                BackgroundThread.start {
                    continuation.resume(
                        returning: outcomes.wait(atMost: .seconds(50)) { $0.count >= count ? $0 : nil } ?? [:])
                }
            }
        }
    }

    private func lane(_ origin: String, targets: TargetPolicy = .any, _ answers: Answers) -> WebPushLane {
        WebPushLane(
            origin: origin,
            client: HTTPClient(configuration: .webPush(targets: targets, certificateFile: nil)),
            queueTimeout: .seconds(30), time: SystemTime(), onOutcomes: { answers.put($0) })
    }

    private func request(_ id: UInt64) -> HTTP2Request {
        WebPushRequestTemplate(authorization: "vapid t=x, k=y", options: DeliveryOptions(ttlSeconds: 60))
            .request(id: id, path: "/send/\(id)", body: [0, 1, 255])
    }

    private func origin(_ server: HTTPServer) -> String { "http://127.0.0.1:\(server.boundPort)" }

    @Test func moreRequestsThanMayFlyAreAllAnswered() async throws {
        let service = Service { request in
            HTTPResponse(status: 201, headers: HTTPHeaders([("Location", request.head.path + "/m")]))
        }
        let server = try HTTPServer(configuration: HTTPServer.Configuration.patient, handler: service)
        let answers = Answers()
        let lane = lane(origin(server), answers)
        let count = 3 * WebPushLane.limit
        lane.submit((1...UInt64(count)).map(request))
        let outcomes = await answers.wait(for: count)
        #expect(outcomes.count == count)
        for (id, outcome) in outcomes {
            let verdict = ProviderVerdict(
                of: outcome, from: .webPush, sentAt: Timestamp(milliseconds: 0), now: Timestamp(milliseconds: 0))
            #expect(verdict.outcome == .accepted(messageID: "/send/\(id)/m"))
        }
        let received = try #require(service.requests.withLock { $0 }.first)
        #expect(received.head.method == "POST" && received.body == [0, 1, 255])
        for (name, value) in [
            ("authorization", "vapid t=x, k=y"), ("ttl", "60"), ("urgency", "high"), ("content-encoding", "aes128gcm"),
        ] {
            #expect(received.head.headers[name] == value)
        }
        lane.close(drain: .zero)
        await server.stop()
    }

    @Test func requestsThatComeTooLateAreNotSent() async throws {
        let service = Service { _ in HTTPResponse(status: 201) }
        let server = try HTTPServer(configuration: HTTPServer.Configuration.patient, handler: service)
        let answers = Answers()
        lane(origin(server), answers).submit([request(1)], before: .zero)
        guard case .notProcessed(.timedOut) = await answers.wait(for: 1)[1] else {
            Issue.record("it was sent")
            return
        }
        #expect(service.requests.withLock { $0.isEmpty })
        await server.stop()
    }

    @Test func aRedirectIsAnAnswer() async throws {
        let service = Service { _ in HTTPResponse(status: 307, headers: HTTPHeaders([("Location", "/elsewhere")])) }
        let server = try HTTPServer(configuration: HTTPServer.Configuration.patient, handler: service)
        let answers = Answers()
        lane(origin(server), answers).submit([request(1)])
        guard case .response(let response) = await answers.wait(for: 1)[1] else {
            Issue.record("no answer")
            return
        }
        #expect(response.status == 307 && service.requests.withLock { $0.count } == 1)
        await server.stop()
    }

    @Test(arguments: ["127.0.0.1", "localhost", "[::1]"]) func whatStandsBesideTheServerIsNotReached(
        host: String
    ) async throws {
        let service = Service()
        let server = try HTTPServer(configuration: HTTPServer.Configuration.patient, handler: service)
        let answers = Answers()
        lane("http://\(host):\(server.boundPort)", targets: .publicOnly, answers).submit([request(1)])
        guard case .notProcessed(.forbiddenAddress) = await answers.wait(for: 1)[1] else {
            Issue.record("the address was not refused")
            return
        }
        #expect(service.requests.withLock { $0.isEmpty })
        await server.stop()
    }

    @Test func aServiceThatIsNotThereIsTriedAgain() async throws {
        let answers = Answers()
        // No other test takes a port at this address, so nobody listens where this one has stopped.
        var configuration = HTTPServer.Configuration.patient
        configuration.address = .v4(0x7f00_000b)
        let server = try HTTPServer(configuration: configuration, handler: Service())
        await server.stop()
        lane("http://127.0.0.11:\(server.boundPort)", answers).submit([request(1)])
        guard case .notProcessed(.connectFailed) = await answers.wait(for: 1)[1] else {
            Issue.record("a connection to nobody")
            return
        }
    }

    @Test func aClosedLaneGivesBack() async {
        let answers = Answers()
        let lane = lane("http://127.0.0.1:1", answers)
        lane.close(drain: .zero)
        lane.submit([request(1), request(2)])
        let outcomes = await answers.wait(for: 2)
        #expect(outcomes.keys.sorted() == [1, 2])
        for outcome in outcomes.values {
            guard case .notProcessed(.closed) = outcome else {
                Issue.record("sent through a closed lane")
                return
            }
        }
    }
}
