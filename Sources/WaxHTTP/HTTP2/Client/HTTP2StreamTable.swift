// SPDX-License-Identifier: Apache-2.0

/// The open streams of one connection, each in a numbered slot that is used again.
struct HTTP2StreamTable: Sendable {
    /// Each slot's stream; one that is not in use is empty.
    var slots: [HTTP2ClientStream] = []
    private var isUsed: [Bool] = []
    private var free: [Int] = []
    private var nextSerial: UInt64 = 0
    private var deadlines = FirstInFirstOut<Deadline>()

    private struct Deadline: Sendable {
        let slot: Int
        let serial: UInt64
        let time: Duration
    }

    /// The slots in use.
    var count: Int { slots.count - free.count }

    /// The slots in use, in no order.
    var used: [Int] { slots.indices.filter { isUsed[$0] } }

    func isInUse(_ slot: Int) -> Bool { slots.indices.contains(slot) && isUsed[slot] }

    /// Gives a request a slot; deadlines never go back from one call to the next.
    mutating func open(_ request: HTTP2Request, deadline: Duration) -> Int {
        nextSerial += 1
        let stream = HTTP2ClientStream(request: request, serial: nextSerial)
        let slot: Int
        if let unused = free.popLast() {
            slot = unused
            slots[slot] = stream
            isUsed[slot] = true
        } else {
            slot = slots.count
            slots.append(stream)
            isUsed.append(true)
        }
        deadlines.append(Deadline(slot: slot, serial: nextSerial, time: deadline))
        return slot
    }

    /// Gives a slot back and forgets what was in it.
    mutating func close(_ slot: Int) {
        slots[slot] = HTTP2ClientStream(request: HTTP2Request(id: 0, method: "", path: ""), serial: 0)
        isUsed[slot] = false
        free.append(slot)
    }

    /// The earliest time at which a stream expires.
    mutating func nextDeadline() -> Duration? {
        while let first = deadlines.first {
            if isOpen(first) { return first.time }
            _ = deadlines.popFirst()
        }
        return nil
    }

    /// The next stream whose deadline is not after `now`.
    mutating func popExpired(at now: Duration) -> Int? {
        guard let time = nextDeadline(), time <= now else { return nil }
        return deadlines.popFirst()?.slot
    }

    private func isOpen(_ deadline: Deadline) -> Bool {
        isUsed[deadline.slot] && slots[deadline.slot].serial == deadline.serial
    }
}
