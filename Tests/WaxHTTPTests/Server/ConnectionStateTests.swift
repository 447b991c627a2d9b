// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxHTTP

@Suite struct ConnectionStateTests {
    private let limits: HTTPServer.Configuration
    private let head: HTTPRequestHead
    private let task = Task {}

    init() throws {
        var limits = HTTPServer.Configuration()
        limits.idleTimeout = .seconds(10)
        limits.bodyTimeout = .seconds(20)
        limits.inspectionInterval = .seconds(2)
        self.limits = limits
        head = try #require(HTTPRequestHead(method: "GET", target: "/"))
    }

    /// What the connection is told and what it then asks for, in order.
    private enum Event {
        case receive, next, hold, finish, close, release
        case answer(String, serial: UInt64)
        case stop(String)
    }

    private func trace(_ events: Event...) -> [String] {
        var state = ConnectionState(at: .zero)
        return events.map { event in
            switch event {
            case .receive:
                state.receive(at: .zero)
                return ""
            case .next:
                switch state.next() {
                case .start(let serial): return "start \(serial)"
                case .send(let response): return "send \(String(decoding: response.body, as: UTF8.self))"
                case .close: return "close"
                case .wait: return "wait"
                }
            case .hold: return state.hold(task, head: head) ? "suspend" : ""
            case .answer(let text, let serial): return state.answer(.text(text), serial: serial) ? "resume" : ""
            case .release: return state.release() == nil ? "" : "cancel and resume"
            case .stop(let text): return state.release(.text(text)) == nil ? "" : "cancel and resume"
            case .finish:
                state.finish(at: .zero)
                return ""
            case .close:
                state.close()
                return ""
            }
        }
    }

    @Test func anAnswerThatIsThereAtOnceIsNotHeld() {
        #expect(
            trace(.receive, .next, .answer("a", serial: 1), .hold, .next, .next)
                == ["", "start 1", "", "", "send a", "wait"])
    }

    @Test func aHeldAnswerResumesItsConnectionOnce() {
        #expect(
            trace(
                .receive, .next, .hold, .next, .answer("x", serial: 2), .answer("a", serial: 1),
                .answer("b", serial: 1), .release, .next)
                == ["", "start 1", "suspend", "wait", "", "resume", "", "", "send a"])
    }

    @Test func anAnswerAfterTheClientLeftIsDropped() {
        #expect(
            trace(
                .receive, .next, .release, .hold, .release, .release, .answer("late", serial: 1), .next, .finish,
                .answer("late", serial: 1), .close, .answer("late", serial: 1), .next)
                == ["", "start 1", "", "suspend", "cancel and resume", "", "", "close", "", "", "", "", "close"])
    }

    @Test func anAnswerToAnEarlierRequestIsDropped() {
        #expect(
            trace(
                .receive, .next, .hold, .stop("stopping"), .next, .finish, .receive, .next,
                .answer("late", serial: 1), .hold, .answer("late", serial: 1), .answer("b", serial: 2), .next)
                == [
                    "", "start 1", "suspend", "cancel and resume", "send stopping", "", "", "start 2", "", "suspend",
                    "", "resume", "send b",
                ])
    }

    @Test func aStreamIsSuspendedWhileThereIsNothingToSend() {
        var response = HTTPResponse.text("")
        response.stream = HTTPBodyStream()
        var state = ConnectionState(at: .zero)
        func send(serial: UInt64) {
            state.receive(at: .zero)
            _ = state.next()
            _ = state.answer(response, serial: serial)
            #expect(state.unsentStream == response.stream)
            _ = state.next()
        }
        let early = state.suspendStream()
        send(serial: 1)
        #expect(!early && state.unsentStream == nil)
        let steps = [
            state.resumeStream(), state.abandonStream(),
            // Suspended, resumed once, suspended again, and abandoned once and for all.
            state.suspendStream(), state.resumeStream(), state.resumeStream(), state.suspendStream(),
            state.abandonStream(), state.abandonStream(), state.suspendStream(),
        ]
        #expect(steps == [false, false, true, true, false, true, true, false, false])
        state.finish(at: .zero)
        send(serial: 2)
        let next = state.suspendStream()
        #expect(next, "the next request begins anew")
    }

    @Test func anAnswerIsAwaitedWhileItsRequestRunsOrIsHeld() {
        var state = ConnectionState(at: .zero)
        #expect(!state.awaits(serial: 0))
        state.receive(at: .zero)
        _ = state.next()
        #expect(state.awaits(serial: 1) && !state.awaits(serial: 2))
        _ = state.hold(task, head: head)
        #expect(state.awaits(serial: 1))
        _ = state.release()
        #expect(!state.awaits(serial: 1))
    }

    @Test func timesThatAreWatched() {
        func isOverdue(_ state: ConnectionState, _ seconds: Int) -> Bool {
            state.isOverdue(at: .seconds(seconds), limits: limits)
        }
        func isSettled(_ state: ConnectionState, _ seconds: Int) -> Bool {
            state.isSettled(at: .seconds(seconds), limits: limits)
        }
        var state = ConnectionState(at: .seconds(100))
        #expect(!isOverdue(state, 110) && isOverdue(state, 111) && !isSettled(state, 102) && isSettled(state, 103))
        state.receive(at: .seconds(105))
        #expect(!isOverdue(state, 125) && isOverdue(state, 126) && !isSettled(state, 107) && isSettled(state, 108))
        _ = state.next()
        #expect(!isOverdue(state, 10_000) && !isSettled(state, 10_000))
        _ = state.hold(task, head: head)
        #expect(!isOverdue(state, 10_000) && !isSettled(state, 10_000))
        state.finish(at: .seconds(200))
        #expect(state.isIdle && !isOverdue(state, 210) && isOverdue(state, 211))
        state.close()
        #expect(!state.isIdle && !isOverdue(state, 10_000))
    }
}
