// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSystem

@testable import WaxRelay

@Suite struct OwnerTests {
    private let zeros = [UInt8](repeating: 0, count: 16)

    private func enrolment(_ relay: TestRelay, _ device: TestDevice) throws -> SealedToken {
        try relay.token(device, for: 0) { ($0.ticket, $0.ticketExpires) = (zeros, 0) }
    }

    /// The code that the device is sent.
    private func code(_ relay: TestRelay, _ device: TestDevice, _ token: SealedToken) async throws -> [UInt8] {
        #expect(try await relay.post("/v1/sealed/enroll", ["token": .string(token.text)]) == RelayAnswer.accepted)
        relay.settle()
        let message = try #require(relay.messages(device).last)
        #expect(message.flags == .code && message.references.count == 1)
        return message.references[0]
    }

    private func post(
        _ relay: TestRelay, _ path: String, _ token: SealedToken, code: [UInt8]
    ) async throws -> HTTPResponse {
        try await relay.post(path, ["token": .string(token.text), "code": .string(Base64URL.encode(code))])
    }

    private func revoke(_ relay: TestRelay, _ token: SealedToken, _ secret: [UInt8]) async throws {
        let answer = try await relay.revoke(token, secret)
        #expect(answer == RelayAnswer.accepted)
        relay.settle()
    }

    private func stateBytes(_ relay: TestRelay) throws -> Int {
        let state = relay.directory.file("state")
        #expect(try FileManager.default.contentsOfDirectory(atPath: state) == ["revocations"])
        return try #require(WholeFile.bytes("\(state)/revocations")).count
    }

    @Test func aDeviceOptsIn() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        let token = try enrolment(relay, device)
        // The token itself wakes nobody.
        _ = try await relay.wake([token])
        relay.settle()
        #expect(relay.sender.sent.isEmpty && relay.metrics.value(.noTicket) == 1)
        let code = try await code(relay, device, token)
        #expect(try await post(relay, "/v1/sealed/ticket", token, code: zeros) == RelayAnswer.refused)
        let other = try enrolment(relay, relay.device("other"))
        #expect(try await post(relay, "/v1/sealed/ticket", other, code: code) == RelayAnswer.refused)
        let answer = try await post(relay, "/v1/sealed/ticket", token, code: code)
        let value = try JSONReader.parse(answer.body)
        let ticket = try #require(value["ticket"]?.stringValue.flatMap { Base64URL.decode($0) })
        let end = try #require(value["ticket_exp"]?.int64Value)
        let expires = UInt32(end)
        #expect(answer.status == 200 && expires == relay.hour + 2160)
        _ = try await relay.wake([relay.token(device) { ($0.ticket, $0.ticketExpires) = (ticket, expires) }])
        relay.settle()
        #expect(relay.messages(device).count == 2)
        // A ticket is good for its own device, app and end alone.
        for change in [
            { (content: inout SealedTokenContent) in content.ticketExpires = expires + 1 },
            { content in content.address = relay.device("other").address },
            { content in content.address = .apns(token: Array("device:token".utf8), isSandbox: false) },
        ] {
            let before = relay.metrics.value(.noTicket)
            _ = try await relay.wake([
                relay.token(device) {
                    ($0.ticket, $0.ticketExpires) = (ticket, expires)
                    change(&$0)
                }
            ])
            relay.settle()
            #expect(relay.metrics.value(.noTicket) == before + 1)
        }
    }

    @Test func codesEnd() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        let token = try enrolment(relay, device)
        let code = try await code(relay, device, token)
        relay.time.advance(by: .seconds(600))
        #expect(try await post(relay, "/v1/sealed/ticket", token, code: code).status == 200)
        relay.time.advance(by: .seconds(601))
        // Nobody may take a revocation for done of which nothing was written.
        for path in ["/v1/sealed/ticket", "/v1/sealed/revoke-all"] {
            #expect(try await post(relay, path, token, code: code) == RelayAnswer.refused)
        }
        #expect(try stateBytes(relay) == 0)
    }

    @Test func enrolmentsAreLimited() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        for _ in 0..<6 {
            let token = try enrolment(relay, device)
            _ = try await relay.post("/v1/sealed/enroll", ["token": .string(token.text)])
        }
        relay.settle()
        #expect(relay.sender.sent.count == 3 && relay.metrics.value(.limitedEnrolments) == 3)
        relay.pass(.seconds(1201))
        _ = try await relay.post("/v1/sealed/enroll", ["token": .string(enrolment(relay, device).text)])
        relay.settle()
        #expect(relay.sender.sent.count == 4)
    }

    @Test func revocation() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        let (token, other) = (try relay.token(device, for: 1), try relay.token(relay.device("b"), for: 2))
        // Who holds a token and not its secret cannot revoke it, and fills no disk.
        try await revoke(relay, token, [UInt8](repeating: 1, count: 32))
        var bytes = token.bytes
        bytes[1370] ^= 1
        try await revoke(relay, SealedToken(bytes: bytes), device.secret)
        try await revoke(relay, relay.token(device) { $0.ticket = zeros }, device.secret)
        #expect(try stateBytes(relay) == 0)
        try await revoke(relay, token, device.secret)
        try await revoke(relay, token, device.secret)
        #expect(try stateBytes(relay) == RevocationStore.recordByteCount)
        #expect(try await relay.wake([token, other]) == RelayAnswer.accepted)
        relay.settle()
        #expect(relay.messages(device).isEmpty && relay.messages(relay.device("b")).count == 1)
    }

    @Test func revocationsSurvive() async throws {
        let (directory, time) = (try TemporaryDirectory(), ManualTime())
        func start() throws -> TestRelay {
            try TestRelay(limits: TestRelay.wide, keeping: directory, time: time)
        }
        let token: SealedToken
        do {
            let first = try start()
            token = try first.token()
            try await revoke(first, token, first.device().secret)
            // Nobody else writes to the directory while a relay runs.
            #expect(throws: RelayError("\(directory.file("state")) is in use by another relay")) { try start() }
        }
        // A record that a crash cut short is passed over.
        let handle = try #require(FileHandle(forWritingAtPath: directory.file("state/revocations")))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([1, 2, 3]))
        try handle.close()
        do {
            let second = try start()
            #expect(second.engine.parts.revocations.count == 1)
            _ = try await second.wake([token])
            second.settle()
            #expect(second.sender.sent.isEmpty && second.metrics.value(.revoked) == 1)
            #expect(try stateBytes(second) == RevocationStore.recordByteCount + 3)
        }
        time.advance(by: .seconds(Int64(RevocationStore.life) * 3600))
        let hour = UInt32(time.now().seconds / 3600)
        try RelayKeyCommands(RelayKeyDirectory(directory.file("keys"))).acceptClock(hour: hour)
        let third = try start()
        try third.engine.parts.revocations.compact(hour: hour)
        #expect(third.engine.parts.revocations.count == 0)
        #expect(try stateBytes(third) == 0)
    }

    /// An owner with a ticket cannot fill the disk, and is told when it has to wait; others can still revoke.
    @Test func revocationsOfADeviceAreLimited() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        func revokeMany(_ device: TestDevice, _ numbers: Range<Int>) async throws -> [Int] {
            var statuses: [Int] = []
            for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 32) {
                var items: [JSONValue] = []
                for number in start..<min(start + 32, numbers.upperBound) {
                    let secret = [UInt8](repeating: 7, count: 24) + UInt64(number).bigEndianBytes
                    let token = try relay.token(device) {
                        $0.revocationTag = SealedTokenProof.revocationTag(of: secret)
                    }
                    items.append(["token": .string(token.text), "secret": .string(Base64URL.encode(secret))])
                }
                statuses.append(try await relay.post("/v1/sealed/revoke", ["items": .array(items)]).status)
            }
            return statuses
        }
        let statuses = try await revokeMany(relay.device(), 0..<260)
        #expect(statuses == [Int](repeating: 202, count: 8) + [429])
        #expect(relay.engine.parts.revocations.count == 256 && relay.metrics.value(.limitedRevocations) == 4)
        #expect(try await revokeMany(relay.device("other"), 260..<261) == [202])
        #expect(relay.engine.parts.revocations.count == 257)
        // After the wait that it is told there is room again.
        relay.pass(.seconds(60))
        #expect(try await revokeMany(relay.device(), 300..<301) == [202])
        #expect(relay.engine.parts.revocations.count == 258)
    }

    /// What is being written is neither written nor counted again, and what could not be written costs nothing.
    @Test(.timeLimit(.minutes(1))) func repeatsCostNothing() async throws {
        let isFull = Locked(false)
        let relay = try TestRelay(limits: TestRelay.wide) { bytes, descriptor in
            !isFull.withLock { $0 } && PrivateFile.append(bytes, to: descriptor)
        }
        func item(_ number: Int) throws -> (token: SealedToken, secret: [UInt8]) {
            let secret = [UInt8](repeating: 7, count: 24) + UInt64(number).bigEndianBytes
            let tag = SealedTokenProof.revocationTag(of: secret)
            return (try relay.token { $0.revocationTag = tag }, secret)
        }
        func call(_ items: [(token: SealedToken, secret: [UInt8])]) async throws -> TestCall {
            let call = relay.begin(try relay.revocation(items))
            #expect(await call.isQueued())
            relay.time.advance(by: .milliseconds(20))
            _ = relay.engine.drain(relay.opener)
            return call
        }
        // As a phone does that waits for a slow disk, and as no phone does.
        let first = try item(0)
        let items =
            Array(repeating: [first], count: 40)
            + [Array(repeating: first, count: 32)]
        var calls: [TestCall] = []
        for items in items { calls.append(try await call(items)) }
        #expect(calls.allSatisfy { !$0.isAnswered })
        relay.engine.writer.flush()
        for call in calls { #expect(await call.answer == RelayAnswer.accepted) }
        #expect(try stateBytes(relay) == RevocationStore.recordByteCount && relay.metrics.value(.revocations) == 1)

        isFull.withLock { $0 = true }
        let others = try (0..<8).map { row in try (1...32).map { try item(32 * row + $0) } }
        for items in others + others {
            let call = try await call(items)
            relay.engine.writer.flush()
            #expect(await call.answer == RelayAnswer.notWritten)
        }
        isFull.withLock { $0 = false }
        for (row, items) in others.enumerated() {
            // With the first one these are one more than a device has an hour.
            let call = try await call(row == 7 ? Array(items.dropLast()) : items)
            relay.engine.writer.flush()
            #expect(await call.answer == RelayAnswer.accepted)
        }
        #expect(relay.engine.parts.revocations.count == 256 && relay.metrics.value(.limitedRevocations) == 0)
        #expect(await (try call([item(999)])).answer.status == 429)
    }

    @Test func allOfADevice() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        let tokens = try (UInt8(1)...3).map { try relay.token(device, for: $0) }
        let enrolment = try enrolment(relay, device)
        let code = try await code(relay, device, enrolment)
        #expect(try await post(relay, "/v1/sealed/revoke-all", enrolment, code: zeros) == RelayAnswer.refused)
        relay.settle()
        #expect(try stateBytes(relay) == 0)
        #expect(try await post(relay, "/v1/sealed/revoke-all", enrolment, code: code) == RelayAnswer.accepted)
        relay.settle()
        #expect(try stateBytes(relay) == RevocationStore.recordByteCount)
        _ = try await relay.wake(tokens)
        _ = try await relay.wake([relay.token(device, for: 4) { $0.issued += 1 }, relay.token(relay.device("b"))])
        relay.settle()
        #expect(relay.metrics.value(.revoked) == 3)
        #expect(relay.messages(device).last?.references == [TestDevice.reference(4)])
        #expect(relay.messages(relay.device("b")).count == 1)
    }

    @Test func malformedCalls() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let token = try relay.token().text
        for (path, body) in [
            ("enroll", "{}"), ("enroll", #"{"token":"x"}"#), ("ticket", #"{"token":"\#(token)"}"#),
            ("ticket", #"{"token":"\#(token)","code":"AAAA"}"#), ("revoke", #"{"items":[]}"#),
            ("revoke", #"{"items":[{"token":"\#(token)","secret":"AAAA"}]}"#), ("revoke-all", "[]"),
        ] {
            #expect(try await relay.call("POST", "/v1/sealed/\(path)", Array(body.utf8)) == RelayAnswer.malformed)
        }
    }

    /// A token that its owner made to test the relay says so to the device.
    @Test func tests() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        _ = try await relay.wake([relay.token(device) { $0.extensions = [1] }])
        relay.settle()
        #expect(relay.messages(device).map(\.flags) == [.test])
        // With others it is no test alone: the device looks.
        for contact in UInt8(1)...2 {
            _ = try await relay.wake([relay.token(device, for: contact) { $0.extensions = contact == 1 ? [1] : [] }])
        }
        relay.pass(.seconds(3600))
        #expect(relay.messages(device).last?.flags == [.test, .syncAll])
    }

    /// A relay that holds as many devices as it may sends no more codes, until some are over.
    @Test func fullTablesRefuseEnrolments() async throws {
        var limits = TestRelay.wide
        limits.remembered = 3
        let relay = try TestRelay(limits: limits)
        for index in 0..<5 {
            let token = try enrolment(relay, relay.device("\(index)"))
            _ = try await relay.post("/v1/sealed/enroll", ["token": .string(token.text)])
        }
        relay.settle()
        #expect(relay.sender.sent.count == 3 && relay.metrics.value(.limitedEnrolments) == 2)
        relay.pass(.seconds(1201))
        _ = try await relay.post("/v1/sealed/enroll", ["token": .string(enrolment(relay, relay.device("9")).text)])
        relay.settle()
        #expect(relay.sender.sent.count == 4)
    }
}
