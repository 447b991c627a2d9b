// SPDX-License-Identifier: Apache-2.0

/// Where tasks wait until they are called or their time is up. No thread waits with them but one for all.
///
/// Time is that of the source given; whoever moves a clock by hand calls `wake`.
package final class WaitingRoom<Key: Hashable & Sendable>: Sendable {
    /// How a wait ended.
    package enum Ending: Sendable {
        case called
        /// The time is up, the task was cancelled, or the room is closed.
        case gaveUp
    }

    private struct Seat {
        let key: Key
        let deadline: Duration
        var ending: Ending?
        var continuation: CheckedContinuation<Ending, Never>?
    }

    private struct State {
        var seats: [UInt64: Seat] = [:]
        var numbers: [Key: Set<UInt64>] = [:]
        var next: UInt64 = 0
        var isClosed = false
        /// When the thread looks again by itself.
        var looksAt = Duration.zero

        mutating func remove(_ number: UInt64) {
            guard let seat = seats.removeValue(forKey: number) else { return }
            numbers[seat.key]?.remove(number)
            if numbers[seat.key]?.isEmpty == true { numbers[seat.key] = nil }
        }
    }

    private static var longestLook: Duration { .seconds(60) }
    /// Each look passes over everybody, so it serves all whose time is up within this span.
    private static var shortestLook: Duration { .milliseconds(20) }

    private let time: any TimeSource
    private let state = Locked(State())
    private let flag = WakeFlag()

    package init(time: any TimeSource = SystemTime()) {
        self.time = time
        let (state, flag) = (state, flag)
        BackgroundThread.start {
            while let limit = Self.dismiss(state, now: time.uptime()) { flag.wait(for: limit) }
        }
    }

    deinit { close() }

    /// How many wait.
    package var count: Int { state.withLock { $0.seats.count } }

    /// Waits for a call with `key`, at most for `limit`.
    ///
    /// `isOver` is asked once the task would hear a call, so that what happened just before is not missed; when it is
    /// true the wait ends as if called.
    package func wait(for key: Key, atMost limit: Duration, unless isOver: () throws -> Bool) async rethrows -> Ending {
        let (number, isSoonest) = sit(key, until: time.uptime() + limit)
        do {
            if try isOver() { end(number, .called) }
        } catch {
            state.withLock { $0.remove(number) }
            throw error
        }
        if isSoonest { flag.signal() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ending = state.withLock { state -> Ending? in
                    if let ending = state.seats[number]?.ending {
                        state.remove(number)
                        return ending
                    }
                    state.seats[number]?.continuation = continuation
                    return nil
                }
                if let ending { continuation.resume(returning: ending) }
            }
        } onCancel: {
            end(number, .gaveUp)
        }
    }

    /// Ends every wait for `key`.
    package func call(_ key: Key) {
        for number in state.withLock({ $0.numbers[key] ?? [] }) { end(number, .called) }
    }

    /// Says that the clock was moved.
    package func wake() { flag.signal() }

    /// Ends every wait, also those to come.
    package func close() {
        for number in state.withLock({ state in
            state.isClosed = true
            return Array(state.seats.keys)
        }) {
            end(number, .gaveUp)
        }
        flag.signal()
    }

    /// The number of the new seat, and whether its time is up before the thread would look.
    private func sit(_ key: Key, until deadline: Duration) -> (number: UInt64, isSoonest: Bool) {
        state.withLock { state in
            let number = state.next
            state.next += 1
            state.seats[number] = Seat(key: key, deadline: deadline, ending: state.isClosed ? .gaveUp : nil)
            state.numbers[key, default: []].insert(number)
            return (number, deadline < state.looksAt)
        }
    }

    private func end(_ number: UInt64, _ ending: Ending) { Self.end(number, ending, state) }

    /// Ends one wait; a task that does not wait yet learns of it when it would.
    private static func end(_ number: UInt64, _ ending: Ending, _ state: Locked<State>) {
        let continuation = state.withLock { state -> CheckedContinuation<Ending, Never>? in
            guard let seat = state.seats[number], seat.ending == nil else { return nil }
            if seat.continuation == nil {
                state.seats[number]?.ending = ending
            } else {
                state.remove(number)
            }
            return seat.continuation
        }
        continuation?.resume(returning: ending)
    }

    /// Ends the waits whose time is up; returns how long nothing else will be, and nil once the room is closed and empty.
    private static func dismiss(_ state: Locked<State>, now: Duration) -> Duration? {
        let (due, limit) = state.withLock { state -> ([UInt64], Duration?) in
            let due = state.seats.filter { $0.value.deadline <= now && $0.value.ending == nil }.map(\.key)
            let next = state.seats.values.lazy.filter { $0.deadline > now }.map(\.deadline).min()
            let limit = min(longestLook, max(shortestLook, next.map { $0 - now } ?? longestLook))
            state.looksAt = now + limit
            return (due, state.isClosed ? nil : limit)
        }
        for number in due { end(number, .gaveUp, state) }
        return limit
    }
}
