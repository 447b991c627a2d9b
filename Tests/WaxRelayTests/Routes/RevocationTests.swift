// SPDX-License-Identifier: Apache-2.0
import Foundation
import HonkioPush
import TestSupport
import Testing
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxSystem

@testable import WaxRelay

/// A revocation that was answered by 202 holds, whatever happens to the relay after that.
@Suite(.timeLimit(.minutes(1))) struct RevocationTests {
    private func bytesOnDisk(_ relay: TestRelay) throws -> Int {
        try #require(WholeFile.bytes(relay.directory.file("state/revocations"))).count
    }

    /// The answer waits for the disk, and no thread that opens tokens does.
    @Test func theAnswerWaitsForTheDisk() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let call = relay.begin(try relay.revocation([(try relay.token(), relay.device().secret)]))
        #expect(await call.isQueued())
        relay.time.advance(by: .milliseconds(20))
        _ = relay.engine.drain(relay.opener)
        for _ in 0..<100 { await Task.yield() }
        #expect(try !call.isAnswered && bytesOnDisk(relay) == 0)
        relay.engine.writer.flush()
        #expect(await call.answer == RelayAnswer.accepted)
        #expect(try bytesOnDisk(relay) == RevocationStore.recordByteCount)
    }

    /// It comes at the same time for a token that is revoked and for all that cannot be.
    @Test(arguments: [0, 1, 50, 99, 100])
    func theTimeOfTheAnswerTellsNothing(milliseconds: Int) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        relay.time.advance(by: .milliseconds(milliseconds))
        let device = relay.device()
        let good = try relay.token()
        var forged = good.bytes
        forged[1370] ^= 1
        let items = [
            (good, [UInt8](repeating: 1, count: 32)), (try SealedToken(bytes: forged), device.secret),
            (try relay.token { $0.ticket[0] ^= 1 }, device.secret), (good, device.secret), (good, device.secret),
        ]
        var spans: Set<Duration> = []
        for item in items {
            let start = relay.time.uptime()
            let call = relay.begin(try relay.revocation([item]))
            #expect(await call.isQueued())
            relay.settle()
            #expect(await call.answer == RelayAnswer.accepted)
            let end = relay.time.uptime()
            #expect(end.microseconds.isMultiple(of: 100_000) && end - start >= .milliseconds(100))
            spans.insert(end - start)
            relay.time.advance(by: .milliseconds(1000 + milliseconds % 100))
        }
        #expect(spans.count == 1)
    }

    /// A disk that takes longer only moves the answer to a later beat.
    @Test func aSlowDiskIsNotSeenExactly() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let call = relay.begin(try relay.revocation([(try relay.token(), relay.device().secret)]))
        #expect(await call.isQueued())
        relay.time.advance(by: .milliseconds(20))
        _ = relay.engine.drain(relay.opener)
        relay.time.advance(by: .milliseconds(333))
        relay.engine.writer.flush()
        #expect(await call.answer == RelayAnswer.accepted)
        #expect(relay.time.uptime() == .milliseconds(400))
    }

    /// What could not be written is no revocation, and its owner is told.
    @Test func aFullDiskIsTold() async throws {
        let isFull = Locked(true)
        let relay = try TestRelay(limits: TestRelay.wide) { bytes, descriptor in
            !isFull.withLock { $0 } && PrivateFile.append(bytes, to: descriptor)
        }
        let token = try relay.token()
        let request = try relay.revocation([
            (token, relay.device().secret), (token, [UInt8](repeating: 1, count: 32)),
        ])
        func answer(_ request: HTTPRequest) async -> HTTPResponse {
            let call = relay.begin(request)
            if await call.isQueued() { relay.settle() }
            return await call.answer
        }
        #expect(await answer(request) == RelayAnswer.notWritten)
        #expect(RelayAnswer.notWritten.status == 503)
        #expect(try await answer(relay.revocation([(token, [UInt8](repeating: 1, count: 32))])) == RelayAnswer.accepted)
        isFull.withLock { $0 = false }
        #expect(await answer(request) == RelayAnswer.accepted)
        #expect(try bytesOnDisk(relay) == RevocationStore.recordByteCount)
    }

    /// An app without credentials gets no wakes, but its tokens can be revoked; and so can one that begins in a few hours.
    @Test func whatDoesNotWorkNowCanBeRevoked() async throws {
        let relay = try TestRelay(limits: TestRelay.wide, apps: [])
        let device = relay.device()
        let tokens = [try relay.token(), try relay.token { ($0.issued, $0.expires) = ($0.issued + 4, $0.expires + 4) }]
        for (index, token) in tokens.enumerated() {
            // One secret would be one tag.
            let secret = index == 0 ? device.secret : [UInt8](repeating: 3, count: 32)
            let own =
                try index == 0
                ? token
                : relay.token {
                    ($0.issued, $0.expires) = ($0.issued + 4, $0.expires + 4)
                    $0.revocationTag = SealedTokenProof.revocationTag(of: secret)
                }
            let call = relay.begin(try relay.revocation([(own, secret)]))
            if await call.isQueued() { relay.settle() }
            #expect(await call.answer == RelayAnswer.accepted)
            #expect(relay.engine.parts.revocations.count == index + 1)
        }
    }

    /// What proves a revocation does not depend on the clock, which is put right some day: the token is dead then, and stays so.
    @Test(arguments: [-6, -400_000, 50, 2000])
    func aWrongClockLosesNoRevocation(offset: Int64) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let token = try relay.token { $0.expires = offset > 0 ? $0.issued + 40 : $0.expires }
        let (now, end) = (relay.time.now(), relay.hour + (offset > 0 ? 40 : 1080))
        relay.time.setCalendar(to: now + .seconds(offset * 3600))
        let call = relay.begin(try relay.revocation([(token, relay.device().secret)]))
        if await call.isQueued() { relay.settle() }
        #expect(await call.answer == RelayAnswer.accepted)
        #expect(try bytesOnDisk(relay) == RevocationStore.recordByteCount)
        relay.time.setCalendar(to: now)
        // By a clock that is as far ahead as goes unnoticed.
        try relay.engine.parts.revocations.compact(hour: end + RelayKeyPlan.clockBound - 1)
        _ = try await relay.wake([token])
        relay.settle()
        #expect(relay.sender.sent.isEmpty && relay.metrics.value(.revoked) == 1)
    }

    /// By a clock that is right, the records of tokens that end at different times say the same of them.
    @Test func recordsDoNotTellWhenTheirTokensEnd() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let items = try [-1000, -500, -40, 0, 4].enumerated().map { index, shift in
            let secret = [UInt8](repeating: UInt8(index), count: 32)
            let token = try relay.token {
                let issued = Int($0.issued) + shift
                ($0.issued, $0.expires) = (UInt32(issued), UInt32(issued + 1080))
                $0.revocationTag = SealedTokenProof.revocationTag(of: secret)
            }
            return (token, secret)
        }
        let call = relay.begin(try relay.revocation(items))
        if await call.isQueued() { relay.settle() }
        #expect(await call.answer == RelayAnswer.accepted)
        let bytes = try #require(WholeFile.bytes(relay.directory.file("state/revocations")))
        #expect(bytes.count == 5 * RevocationStore.recordByteCount)
        let times = stride(from: 0, to: bytes.count, by: RevocationStore.recordByteCount).map {
            Array(bytes[($0 + 32)..<($0 + 40)])
        }
        #expect(Set(times).count == 1)
    }

    /// The end of the process waits for what owners wait for; nothing is taken in after it.
    @Test func stoppingFinishesTheOwnersJobs() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let call = relay.begin(try relay.revocation([(try relay.token(), relay.device().secret)]))
        #expect(await call.isQueued())
        _ = try await relay.wake([relay.token(relay.device("other"))])
        relay.engine.stop()
        #expect(try bytesOnDisk(relay) == RevocationStore.recordByteCount)
        #expect(await call.answer == RelayAnswer.accepted && relay.sender.sent.isEmpty)
        let late = relay.begin(try relay.revocation([(try relay.token(), relay.device().secret)]))
        #expect(await late.answer == RelayAnswer.overloaded)
    }

    /// With threads and a clock of their own: whatever was answered by 202 before the end is there after it.
    @Test func stoppingAtAnyTime() async throws {
        for round in 0..<10 {
            let kept = try TestRelay(limits: TestRelay.wide, time: ManualTime(SystemTime().now()))
            let request = try kept.revocation([(try kept.token(), kept.device().secret)])
            let state = kept.directory.file("running")
            var settings = Relay.Settings(
                host: TestRelay.host, configuration: try RelayConfiguration(Array("{}".utf8)),
                keys: RelayKeyDirectory(kept.directory.file("keys")), stateDirectory: state,
                endpoints: try ProviderEndpoints())
            settings.isSink = true
            let relay = try Relay(settings, listens: false, log: .silent)
            let call = TestCall(request, relay.handler, relay.metrics)
            if round.isMultiple(of: 2) { _ = await call.isQueued() }
            await relay.stop()
            let answer = await call.answer
            let count = try #require(WholeFile.bytes("\(state)/revocations")).count
            #expect(count == (answer.status == 202 ? RevocationStore.recordByteCount : 0), "\(answer.status)")
        }
    }

    /// A relay that is told to end does not work off the queue before it carries out what stands behind it.
    @Test func stoppingDoesNotWaitForTheQueue() async throws {
        let kept = try TestRelay(limits: TestRelay.wide, time: ManualTime(SystemTime().now()))
        let limits = #"{"limits":{"opens_per_second":1,"connection_burst":10000}}"#
        var settings = Relay.Settings(
            host: TestRelay.host, configuration: try RelayConfiguration(Array(limits.utf8)),
            keys: RelayKeyDirectory(kept.directory.file("keys")), stateDirectory: kept.directory.file("running"),
            http: .patient, endpoints: try ProviderEndpoints())
        settings.http.port = 0
        settings.isSink = true
        settings.threads = 1
        let relay = try Relay(settings, log: .silent)
        let client = try RawClient(port: try #require(relay.port))
        // More than the end waits for, of the same client; what is repeated would cost no time.
        for call in 0..<3 {
            let texts = try (0..<32).map { try kept.token(kept.device("\(call)-\($0)")).text }
            let nonce = Base64URL.encode(SystemRandom().bytes(16))
            let body: JSONValue = [
                "v": 1, "nonce": .string(nonce), "class": "silent", "tokens": .array(texts.map { .string($0) }),
            ]
            client.send(post("/v1/sealed/wake", body.compact))
            #expect(try #require(await client.response()).status == 202)
        }
        let request = try kept.revocation([(try kept.token(), kept.device().secret)])
        let tokens = relay.metrics.value(.tokens)
        client.send(post("/v1/sealed/revoke", request.body))
        while relay.metrics.value(.tokens) == tokens { await Task.yield() }
        await relay.stop()
        #expect(await client.response()?.status == 202)
        #expect(
            WholeFile.bytes(kept.directory.file("running/revocations"))?.count == RevocationStore.recordByteCount)
    }

    private func post(_ path: String, _ body: [UInt8]) -> [UInt8] {
        let head = "POST \(path) HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
        return Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    /// However far owner and relay are apart, all tokens are dead and the new ones work: at once, or in the next hour.
    @Test(arguments: [-2, -1, 0, 1, 2])
    func allAreRevokedByAnyClock(offset: Int) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        // The first key of a relay is none to a clock that is behind until its time has come.
        relay.time.advance(by: .seconds(3 * 3600 + 3599))
        let keys = FileKeyStore(directory: relay.directory.file("book"))
        let book = SealedPushBook(store: keys)
        func hour() -> UInt32 { UInt32(Int(relay.hour) + offset) }
        func list() -> RelayKeyList { relay.keeper.current.plan.list(hour: min(hour(), relay.hour)) }
        let device = TestDevice(name: "phone")
        try book.setAddress(device.address, app: TestRelay.app, hour: hour())
        let expires = relay.hour + 2160
        try book.setTicket(
            relay.keeper.secrets.ticket(of: device.address.ticketMessage(app: TestRelay.app, expires: expires)),
            expires: expires)

        func works(_ token: SealedToken) async throws -> Bool {
            func count(_ events: [RelayMetrics.Event]) -> Int64 { events.map(relay.metrics.value).reduce(0, +) }
            let (good, bad) = (count([.sent, .gathered]), count([.revoked, .notValidNow]))
            _ = try await relay.wake([token])
            relay.settle()
            let works = count([.sent, .gathered]) > good
            #expect(works != (count([.revoked, .notValidNow]) > bad))
            return works
        }
        func revokeAll(turning: Bool) async throws {
            let enrolment = try book.enrolmentToken(to: list(), hour: hour())
            _ = try await relay.post("/v1/sealed/enroll", ["token": .string(enrolment.text)])
            relay.settle()
            let push = try #require(relay.sender.sent.last)
            let code = try #require(try book.open(sealed: push.sealed).code)
            // The hour turns for the relay while the code is on its way.
            if turning { relay.time.advance(by: .seconds(2)) }
            let answer = try await relay.post(
                "/v1/sealed/revoke-all", ["token": .string(enrolment.text), "code": .string(Base64URL.encode(code))])
            #expect(answer == RelayAnswer.accepted)
            try book.noteAllRevoked(hour: hour())
        }

        let first = try book.token(for: "alice", sealedTo: list(), hour: hour())
        #expect(try await works(first))
        try await revokeAll(turning: true)
        #expect(try await !works(first))
        let second = try book.token(for: "alice", sealedTo: list(), hour: hour())
        #expect(second != first)
        #expect(try await works(second))
        // A second time in the same hour, what was sealed after the first is dead too.
        try await revokeAll(turning: false)
        relay.time.advance(by: .seconds(30))
        #expect(try await !works(second))
        let third = try book.token(for: "alice", sealedTo: list(), hour: hour())
        relay.time.advance(by: .seconds(30))
        let isAtOnce = try await works(third)
        #expect(isAtOnce == (offset < 2))
        if !isAtOnce {
            relay.pass(.seconds(3600))
            #expect(try await works(third))
        }
    }
}
