// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import WaxHTTP

@Suite struct HTTP2ConnectionStatePropertyTests {
    /// Whatever happens in whatever order, each request gets one outcome, and one that was written and not answered
    /// is never said to be unprocessed unless the server said so.
    @Test(arguments: 0..<200) func everyRequestHasExactlyOneOutcome(seed: UInt64) {
        var world = World(seed: seed)
        for _ in 0..<400 { world.step() }
        world.finish()
        #expect(world.outcomes.count == Int(world.submitted))
        #expect(Set(world.outcomes.map(\.id)).count == Int(world.submitted))
        #expect(world.mostOpen <= World.serverLimit)
        for answer in world.outcomes {
            if case .notProcessed = answer.outcome, world.written.contains(answer.id) {
                #expect(world.refused.contains(answer.id))
            }
            if case .unknown = answer.outcome { #expect(world.written.contains(answer.id)) }
        }
    }

    /// A driver and a server in one that do what they may do at random.
    private struct World {
        static let serverLimit = 20

        var state: HTTP2ConnectionState
        var random: SplitMix
        var now = Duration.zero
        var submitted: UInt64 = 0
        var written: Set<UInt64> = []
        var refused: Set<UInt64> = []
        var outcomes: [HTTP2Answer] = []
        var nextStreamID: Int32 = 1
        var isConnected = false
        var mostOpen = 0

        init(seed: UInt64) {
            random = SplitMix(seed: seed)
            state = HTTP2ConnectionState(configuration: HTTP2ClientConfiguration(), seed: seed)
        }

        mutating func step() {
            switch random.next(below: 12) {
            case 0:
                let count = UInt64(random.next(below: 10))
                state.submit((submitted..<submitted + count).map { HTTP2Request(id: $0, path: "/") }, now: now)
                submitted += count
            case 1: now += .milliseconds(random.next(below: 8000))
            case 2: if isConnected { disconnect(.connectionLost("chance")) }
            case 3: if isConnected { state.settingsReceived(maximumStreams: random.next(below: Self.serverLimit + 1)) }
            case 4: if isConnected && random.next(below: 4) == 0 { goAway() }
            case 5: if isConnected { state.received(now: now) }
            default: touchStream()
            }
            state.tick(now: now)
            act()
            outcomes += state.takeOutcomes()
        }

        mutating func finish() {
            state.close(drain: .zero, now: now)
            act()
            outcomes += state.takeOutcomes()
            #expect(state.phase == .closed)
            #expect(state.streams.count == 0 && state.queue.isEmpty)
        }

        private mutating func act() {
            while let action = state.nextAction(now: now) {
                switch action {
                case .connect, .abandonAttempt:
                    if random.next(below: 3) == 0 || state.isClosing {
                        state.connectFailed(.connectFailed("chance"), now: now)
                    } else {
                        state.connected(now: now)
                        state.settingsReceived(maximumStreams: Self.serverLimit)
                        nextStreamID = 1
                        isConnected = true
                    }
                case .open(let slot):
                    state.opened(slot, as: nextStreamID)
                    nextStreamID += 2
                    mostOpen = max(mostOpen, state.streams.count)
                case .cancel(let streamID):
                    for slot in state.streams.used where state.streams.slots[slot].streamID == streamID {
                        state.streamClosed(slot, code: HTTP2ErrorCode.cancel)
                    }
                case .ping: break
                case .disconnect(let failure): disconnect(failure)
                }
            }
        }

        private mutating func disconnect(_ failure: HTTP2Failure) {
            isConnected = false
            state.disconnected(failure, now: now)
        }

        private mutating func goAway() {
            let last = Int32(random.next(below: Int(nextStreamID) + 2))
            for slot in state.streams.used where state.streams.slots[slot].streamID > last {
                refused.insert(state.streams.slots[slot].request.id)
            }
            state.goAwayReceived(lastStreamID: last, code: 0, debugData: [], now: now)
        }

        private mutating func touchStream() {
            let used = state.streams.used
            guard isConnected, !used.isEmpty else { return }
            let slot = used[random.next(below: used.count)]
            switch random.next(below: 5) {
            case 0...1:
                state.headerWritten(slot)
                written.insert(state.streams.slots[slot].request.id)
            case 2:
                guard state.streams.slots[slot].isWritten else { return }
                refused.insert(state.streams.slots[slot].request.id)
                state.streamClosed(slot, code: HTTP2ErrorCode.refusedStream)
            case 3:
                guard state.streams.slots[slot].isWritten else { return }
                state.streamClosed(slot, code: HTTP2ErrorCode.internalError)
            default:
                guard state.streams.slots[slot].isWritten else { return }
                let status = Array(":status200".utf8)
                status.withUnsafeBufferPointer { bytes in
                    state.headerReceived(
                        slot, name: UnsafeBufferPointer(rebasing: bytes[..<7]),
                        value: UnsafeBufferPointer(rebasing: bytes[7...]))
                }
                state.headersReceived(slot)
                if random.next(below: 3) > 0 {
                    state.answerEnded(slot)
                    state.streamClosed(slot, code: HTTP2ErrorCode.noError)
                }
            }
        }
    }
}
