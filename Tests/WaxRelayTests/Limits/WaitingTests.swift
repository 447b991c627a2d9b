// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSystem

@testable import WaxRelay

@Suite struct WaitingTests {
    private func held(_ relay: TestRelay, _ client: String, _ count: Int) throws -> [PendingWake.Held] {
        let token = try relay.token()
        let sender = SenderCode(ClientKey(IPAddress(client)))
        return (0..<count).map { _ in PendingWake.Held(token: token, sender: sender) }
    }

    /// A client has an eighth of all, and what has gone makes room.
    @Test(arguments: [(800, 100), (80, 64), (8, 64)])
    func sharesOfClients(limit: Int, expected: Int) throws {
        let relay = try TestRelay()
        var shares = WaitingShares(limit: limit)
        let (one, other) = (try held(relay, "192.0.2.1", 1), try held(relay, "192.0.2.2", 1))
        let (oneCode, otherCode) = (one[0].sender, other[0].sender)
        var count = 0
        while shares.hasRoom(for: oneCode) {
            shares.add(one)
            count += 1
        }
        #expect(count == expected && shares.count == expected && shares.hasRoom(for: otherCode))
        #expect(shares.isFull == (expected >= limit))
        shares.remove(one)
        #expect(shares.hasRoom(for: oneCode) && shares.count == expected - 1)
        for _ in 1..<expected { shares.remove(one) }
        #expect(shares.count == 0 && !shares.isFull)
    }

    /// A device is counted under today's key and yesterday's.
    @Test func sharesOfDevices() throws {
        func key(_ byte: UInt8) -> LimitKey { LimitKey([UInt8](repeating: byte, count: 32)) }
        let relay = try TestRelay()
        var shares = WaitingShares(limit: 1000)
        let held = try held(relay, "192.0.2.1", 1)
        let today = LimitKeyPair(current: key(2), previous: key(1))
        for number in 0..<WaitingShares.deviceLimit {
            #expect(shares.hasRoom(for: today))
            shares.add(held, of: key(number.isMultiple(of: 2) ? 1 : 2))
        }
        #expect(!shares.hasRoom(for: today) && shares.hasRoom(for: LimitKeyPair(current: key(2), previous: nil)))
        shares.remove(held, of: key(1))
        #expect(shares.hasRoom(for: today))
    }

    /// A client that has its share waiting is told nothing: what finds no room is dropped, or goes unnamed with what waits for
    /// its device. Others have theirs.
    @Test func oneClientLeavesRoomForOthers() async throws {
        var limits = TestRelay.wide
        limits.waiting = 512
        let relay = try TestRelay(limits: limits)
        func wake(_ devices: Range<Int>, _ contacts: ClosedRange<UInt8>, from client: String) async throws {
            for device in devices {
                for contact in contacts {
                    let token = try relay.token(relay.device("\(device)"), for: contact)
                    #expect(try await relay.wake([token], from: client) == RelayAnswer.accepted)
                }
                relay.settle()
            }
        }
        try await wake(0..<100, 1...2, from: "198.51.100.1")
        #expect(relay.sender.sent.count == 100 && relay.metrics.value(.gathered) == 64)
        #expect(relay.metrics.value(.limitedWaiting) == 36)
        try await wake(0..<1, 3...3, from: "198.51.100.1")
        #expect(relay.metrics.value(.gathered) == 65 && relay.engine.state.withLock { $0.counter.shares.count } == 64)
        try await wake(200..<201, 1...3, from: "192.0.2.1")
        #expect(relay.engine.state.withLock { $0.counter.shares.count } == 66)
        relay.pass(.seconds(1300))
        #expect(relay.messages(relay.device("0")).last?.flags == .syncAll)
        #expect(relay.messages(relay.device("200")).last?.references == [2, 3].map { TestDevice.reference($0) })
        #expect(relay.sender.sent.count == 101 + 65)
        #expect(relay.engine.state.withLock { $0.counter.shares.count } == 0)
    }

    /// The same holds for wakes that their owners want delayed.
    @Test func delayedWakesOfAClient() async throws {
        var limits = TestRelay.wide
        limits.waiting = 512
        let relay = try TestRelay(limits: limits)
        for number in 0..<80 {
            let token = try relay.token(relay.device("\(number)")) { ($0.policy, $0.delay) = (.mayDelay, 4) }
            #expect(try await relay.wake([token]) == RelayAnswer.accepted)
        }
        relay.settle()
        #expect(relay.metrics.value(.delayed) == 64 && relay.metrics.value(.limitedWaiting) == 16)
        relay.pass(.seconds(700))
        #expect(relay.sender.sent.count == 64 && relay.engine.state.withLock { $0.counter.shares.count } == 0)
    }

    /// Of one device few wakes are held back; those beyond it are gathered, and none is lost.
    @Test func delayedWakesOfADevice() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        for contact in UInt8(1)...60 {
            _ = try await relay.wake([relay.token(device, for: contact) { ($0.policy, $0.delay) = (.mayDelay, 4) }])
        }
        relay.settle()
        #expect(relay.metrics.value(.delayed) == 60 && relay.sender.sent.isEmpty)
        let waiting = relay.engine.state.withLock { $0.counter.shares.count }
        #expect(waiting == WaitingShares.deviceLimit + WakeMessage.maximumReferences)
        relay.pass(.seconds(3000))
        let messages = relay.messages(device)
        #expect(messages.count <= 3 && messages.contains { $0.flags.contains(.syncAll) })
        #expect(relay.engine.state.withLock { $0.counter.shares.count } == 0)
    }

    /// What owners ask for is done whatever waits.
    @Test func ownersAreServedWhateverWaits() async throws {
        var limits = TestRelay.wide
        limits.waiting = 1
        let relay = try TestRelay(limits: limits)
        let device = relay.device()
        for contact in UInt8(1)...2 { _ = try await relay.wake([relay.token(device, for: contact)]) }
        relay.settle()
        #expect(try await relay.wake([relay.token(relay.device("b"))]) == RelayAnswer.overloaded)
        let enrolment = try relay.token(relay.device("c")) {
            ($0.ticket, $0.ticketExpires) = ([UInt8](repeating: 0, count: 16), 0)
        }
        #expect(
            try await relay.post("/v1/sealed/enroll", ["token": .string(enrolment.text)]) == RelayAnswer.accepted)
        relay.settle()
        #expect(relay.messages(relay.device("c")).map(\.flags) == [.code])
    }
}
