// SPDX-License-Identifier: Apache-2.0

/// The attempts that are with a lane or a timer, each under a number that no other attempt gets.
struct AttemptTable {
    private struct Slot {
        var use: UInt64
        var attempt: Attempt?
    }

    /// A number is the count of its slot's uses, then the slot in this many bits.
    private static let slotBits: UInt64 = 24

    private var slots: [Slot] = []
    private var free: [Int] = []

    var count: Int { slots.count - free.count }
    var isEmpty: Bool { count == 0 }

    /// Takes an attempt in; returns its number.
    mutating func insert(_ attempt: Attempt) -> UInt64 {
        let index: Int
        if let unused = free.popLast() {
            index = unused
            slots[index].use += 1
            slots[index].attempt = attempt
        } else {
            index = slots.count
            precondition(index < 1 << Self.slotBits)
            slots.append(Slot(use: 1, attempt: attempt))
        }
        return slots[index].use << Self.slotBits | UInt64(index)
    }

    /// The attempt with this number; nil when it was taken out.
    subscript(number: UInt64) -> Attempt? {
        index(of: number).flatMap { slots[$0].attempt }
    }

    /// Notes through which of its lane's connections an attempt went.
    mutating func setConnection(_ connection: Int, of number: UInt64) {
        if let index = index(of: number) { slots[index].attempt?.connection = connection }
    }

    /// Takes out the attempt with this number; nil when that was done before.
    mutating func remove(_ number: UInt64) -> Attempt? {
        guard let index = index(of: number) else { return nil }
        let attempt = slots[index].attempt.take()
        free.append(index)
        return attempt
    }

    /// Takes out all attempts of a push.
    mutating func removeAll(ofPush push: Int64) {
        for index in slots.indices where slots[index].attempt?.push == push {
            slots[index].attempt = nil
            free.append(index)
        }
    }

    /// Where an attempt lies that is there.
    private func index(of number: UInt64) -> Int? {
        let index = Int(number & (1 << Self.slotBits - 1))
        guard index < slots.count, slots[index].use == number >> Self.slotBits, slots[index].attempt != nil else {
            return nil
        }
        return index
    }
}
