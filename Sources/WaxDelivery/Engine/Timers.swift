// SPDX-License-Identifier: Apache-2.0

/// Elements that each become due at a time of the monotonic clock: a binary heap, the earliest first.
struct Timers<Element> {
    private var heap: [(due: Duration, element: Element)] = []

    var nextDue: Duration? { heap.first?.due }

    /// Takes out all, due or not, in no order.
    mutating func removeAll() -> [Element] {
        defer { heap = [] }
        return heap.map(\.element)
    }

    mutating func add(_ element: Element, due: Duration) {
        heap.append((due, element))
        var child = heap.count - 1
        while child > 0, heap[child].due < heap[(child - 1) / 2].due {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Takes the earliest element out if it is due.
    mutating func takeDue(at now: Duration) -> Element? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].due < heap[least].due
            {
                least = child
            }
            guard least != parent else { break }
            heap.swapAt(parent, least)
            parent = least
        }
        return first.element
    }
}
