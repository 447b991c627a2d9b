// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxSystem

@Suite(.timeLimit(.minutes(1))) struct HTTP2ClientTests {
    @Test func multiplexesThousands() throws {
        var configuration = HTTP2ServerConfiguration()
        configuration.maximumStreams = 100
        let harness = try HTTP2Harness(configuration: configuration)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit(
            (0..<5000).map { id in
                HTTP2Request(id: id, path: "/3/device/\(id)", headers: ["n": "\(id)"], body: Array("\(id)".utf8))
            })
        let content = collector.wait(for: 5000)
        #expect(content.count == 5000 && content.outcomes.count == 5000)
        for (id, outcomes) in content.outcomes {
            guard case .response(let response) = outcomes.first else {
                Issue.record("\(id): \(outcomes)")
                continue
            }
            #expect(response.status == 200 && response.isComplete && response.body == Array("\(id)".utf8))
        }
        #expect(content.events == [.connected, .streamLimit(100)])
    }

    @Test func requestArrivesAsItWasGiven() throws {
        let held = HeldRequests()
        let harness = try HTTP2Harness(handler: held.handler)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        var headers = HTTP2Headers()
        headers.append("authorization", "bearer secret", isIndexed: false)
        headers.append("x-empty", "")
        headers.append("x-utf8", "é")
        client.submit([HTTP2Request(id: 7, method: "PUT", path: "/a?b=c", headers: headers, body: [0, 255])])
        let request = try #require(held.take(1).first)
        #expect(request.method == "PUT" && request.path == "/a?b=c" && request.body == [0, 255])
        #expect(request.headers.count == 3)
        #expect(request.headers["authorization"] == "bearer secret")
        #expect(request.headers["x-empty"]?.isEmpty == true && request.headers["x-utf8"] == "é")
        held.answer([request], status: 410, body: Array("gone".utf8))
        guard case .response(let response) = collector.wait(for: 1).outcomes[7]?.first else {
            Issue.record("no response")
            return
        }
        #expect(response.status == 410 && response.body == Array("gone".utf8))
    }

    @Test func followsTheStreamLimitDownAndUp() throws {
        let held = HeldRequests()
        var configuration = HTTP2ServerConfiguration()
        configuration.maximumStreams = 50
        let harness = try HTTP2Harness(configuration: configuration, handler: held.handler)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit((0..<200).map { HTTP2Request(id: $0, path: "/") })
        let first = held.take(50)
        let connection = first[0].key.connection
        harness.server.control.perform(.setMaximumStreams(1), on: connection)
        held.answer(first)
        #expect(held.mostOpen == 50)
        // One at a time now: each comes only when the one before is answered.
        for index in 0..<20 {
            let next = held.take(1)
            if index == 1 { held.forgetMostOpen() }
            if index == 19 {
                #expect(held.mostOpen == 1)
                harness.server.control.perform(.setMaximumStreams(30), on: connection)
            }
            held.answer(next)
        }
        let raised = held.take(30)
        #expect(held.mostOpen == 30)
        held.answer(raised)
        for _ in 0..<100 { held.answer(held.take(1)) }
        #expect(collector.wait(for: 200).outcomes.values.allSatisfy { $0.count == 1 && $0[0].status == 200 })
        #expect(
            collector.current.events == [.connected, .streamLimit(50), .streamLimit(1), .streamLimit(30)])
    }

    @Test func oneStreamUntilTheFirstAnswerIsAccepted() throws {
        let held = HeldRequests()
        let harness = try HTTP2Harness(handler: held.handler)
        let collector = OutcomeCollector()
        var configuration = HTTP2ClientConfiguration()
        configuration.initialStreamLimit = 1
        let client = try harness.client(collector, configuration: configuration)
        defer { harness.stop(client) }
        client.submit((0..<40).map { HTTP2Request(id: $0, path: "/") })
        held.answer(held.take(1), status: 403)
        held.answer(held.take(1), status: 403)
        #expect(held.mostOpen == 1)
        held.answer(held.take(1), status: 200)
        held.answer(held.take(37))
        #expect(collector.wait(for: 40).count == 40)
    }

    @Test func eightThreadsSubmitAtOnce() throws {
        let harness = try HTTP2Harness()
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        let barrier = Locked(0)
        for thread in 0..<8 {
            try TestThread.start {
                barrier.withLock { $0 += 1 }
                barrier.notify()
                _ = barrier.wait { $0 == 8 ? true : nil }
                for batch in 0..<25 {
                    let first = UInt64(thread * 1000 + batch * 10)
                    client.submit((first..<first + 10).map { HTTP2Request(id: $0, path: "/", body: [1]) })
                }
            }
        }
        let content = collector.wait(for: 2000)
        #expect(content.outcomes.count == 2000)
        #expect(content.outcomes.values.allSatisfy { $0.count == 1 && $0[0].status == 200 })
    }

    @Test func outcomesMayBeFollowedByMoreRequests() throws {
        let harness = try HTTP2Harness()
        let collector = OutcomeCollector()
        let holder = Locked<HTTP2Client?>(nil)
        let client = try HTTP2Client(endpoint: harness.endpoint, tls: harness.trust) { answers in
            collector.add(answers)
            let client = holder.withLock { $0 }
            client?.submit(
                answers.filter { $0.id < 1000 }.map { HTTP2Request(id: $0.id + 10, path: "/") })
        }
        holder.withLock { $0 = client }
        defer {
            holder.withLock { $0 = nil }
            harness.stop(client)
        }
        client.submit((0..<10).map { HTTP2Request(id: $0, path: "/") })
        #expect(collector.wait(for: 1010).outcomes.count == 1010)
    }

    // MARK: Sizes

    @Test func smallWindowsAndLargeBodies() throws {
        var serverConfiguration = HTTP2ServerConfiguration()
        serverConfiguration.streamWindow = 100
        serverConfiguration.connectionWindow = 1000
        let harness = try HTTP2Harness(configuration: serverConfiguration)
        let collector = OutcomeCollector()
        var configuration = HTTP2ClientConfiguration()
        configuration.maximumResponseBody = 1_000_000
        let client = try harness.client(collector, configuration: configuration)
        defer { harness.stop(client) }
        let bodies = (0..<20).map { index in (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* (index + 3)) } }
        client.submit(bodies.enumerated().map { HTTP2Request(id: UInt64($0), path: "/", body: $1) })
        let content = collector.wait(for: 20)
        for (index, body) in bodies.enumerated() {
            guard case .response(let response) = content.outcomes[UInt64(index)]?.first else {
                Issue.record("no response")
                continue
            }
            #expect(response.body == body)
        }
    }

    @Test(arguments: [0, 1, 700, 16_383, 16_384, 16_385, 65_535, 65_536, 300_000])
    func bodiesOfEverySize(count: Int) throws {
        let harness = try HTTP2Harness()
        let collector = OutcomeCollector()
        var configuration = HTTP2ClientConfiguration()
        configuration.maximumResponseBody = 1_000_000
        let client = try harness.client(collector, configuration: configuration)
        defer { harness.stop(client) }
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        client.submit([HTTP2Request(id: 1, path: "/", body: body), HTTP2Request(id: 2, path: "/", body: body)])
        let content = collector.wait(for: 2)
        for id: UInt64 in 1...2 {
            guard case .response(let response) = content.outcomes[id]?.first else {
                Issue.record("no response")
                continue
            }
            #expect(response.isComplete && response.body == body)
        }
    }

    @Test func headersOfEverySizeAndOneTooLarge() throws {
        let harness = try HTTP2Harness(handler: { requests, control in
            control.respond(
                requests.map { request in
                    HTTP2ServerResponse(to: request.key, status: 200, headers: ["x-back": request.headers["x"] ?? "-"])
                })
        })
        let collector = OutcomeCollector()
        var configuration = HTTP2ClientConfiguration()
        configuration.maximumResponseHeader = 60_000
        let client = try harness.client(collector, configuration: configuration)
        defer { harness.stop(client) }
        let counts = [0, 1, 126, 127, 4096, 16_384, 17_000, 40_000]
        var requests = counts.map { HTTP2Request(id: UInt64($0), path: "/", headers: ["x": text($0)]) }
        requests.insert(HTTP2Request(id: 99, path: "/", headers: ["x": text(200_000)]), at: 3)
        client.submit(requests)
        let content = collector.wait(for: counts.count + 1)
        for count in counts {
            guard case .response(let response) = content.outcomes[UInt64(count)]?.first else {
                Issue.record("\(count): \(String(describing: content.outcomes[UInt64(count)]))")
                continue
            }
            #expect(response.headers["x-back"] == text(count))
        }
        #expect(content.outcomes[99]?.first?.notProcessed == .invalidRequest)
        #expect(content.events.filter { $0 == .connected }.count == 1)
    }

    private func text(_ count: Int) -> String {
        String(repeating: "ab", count: count / 2) + (count % 2 == 1 ? "c" : "")
    }
}
