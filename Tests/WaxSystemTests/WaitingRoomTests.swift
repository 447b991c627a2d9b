// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxSystem

@Suite struct WaitingRoomTests {
    private let time = ManualTime()
    private let room: WaitingRoom<String>

    init() {
        room = WaitingRoom(time: time)
    }

    private func waits(_ count: Int) async {
        while room.count != count { await Task.yield() }
    }

    @Test func aCallEndsWaitsOfItsKeyOnly() async {
        async let first = room.wait(for: "a", atMost: .seconds(60)) { false }
        async let second = room.wait(for: "a", atMost: .seconds(60)) { false }
        async let other = room.wait(for: "b", atMost: .seconds(60)) { false }
        await waits(3)
        room.call("c")
        room.call("a")
        #expect(await [first, second] == [.called, .called])
        #expect(room.count == 1)
        room.call("b")
        #expect(await other == .called)
        #expect(room.count == 0)
    }

    @Test func theTimeIsThatOfTheClock() async {
        async let short = room.wait(for: "a", atMost: .seconds(5)) { false }
        async let long = room.wait(for: "a", atMost: .seconds(6)) { false }
        await waits(2)
        time.advance(by: .seconds(5))
        room.wake()
        #expect(await short == .gaveUp)
        #expect(room.count == 1)
        time.advance(by: .seconds(1))
        room.wake()
        #expect(await long == .gaveUp)
    }

    @Test func whatIsOverAlreadyIsNotWaitedFor() async throws {
        #expect(await room.wait(for: "a", atMost: .seconds(60)) { true } == .called)
        // A call while the question is asked is heard.
        #expect(
            await room.wait(for: "a", atMost: .seconds(60)) {
                room.call("a")
                return false
            } == .called)
        await #expect(throws: TestFailure.self) {
            try await room.wait(for: "a", atMost: .seconds(60)) { throw TestFailure("no") }
        }
        #expect(room.count == 0)
    }

    @Test func cancelling() async {
        let task = Task { await room.wait(for: "a", atMost: .seconds(60)) { false } }
        await waits(1)
        task.cancel()
        #expect(await task.value == .gaveUp)
        #expect(room.count == 0)
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            return await room.wait(for: "a", atMost: .seconds(60)) { false }
        }
        late.cancel()
        #expect(await late.value == .gaveUp)
    }

    @Test func closing() async {
        async let waiting = room.wait(for: "a", atMost: .seconds(60)) { false }
        await waits(1)
        room.close()
        #expect(await waiting == .gaveUp)
        #expect(await room.wait(for: "a", atMost: .seconds(60)) { false } == .gaveUp)
        #expect(room.count == 0)
    }

    @Test func thousandsWaitWithoutAThreadEach() async {
        let count = 5000
        await withTaskGroup(of: WaitingRoom<String>.Ending.self) { tasks in
            for number in 0..<count {
                tasks.addTask { await room.wait(for: "\(number % 10)", atMost: .seconds(60)) { false } }
            }
            await waits(count)
            for key in 0..<10 { room.call("\(key)") }
            #expect(await tasks.reduce(0) { $0 + ($1 == .called ? 1 : 0) } == count)
        }
    }
}
