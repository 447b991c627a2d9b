// SPDX-License-Identifier: Apache-2.0

/// Elements that wait for their time; those of one time come in an order that a random number decides.
struct DueQueue<Element> {
    private struct Entry {
        let due: Duration
        let order: UInt64
        let element: Element

        func isBefore(_ other: Entry) -> Bool { (due, order) < (other.due, other.order) }
    }

    /// A binary heap.
    private var heap: [Entry] = []

    var count: Int { heap.count }
    /// When the first one is due.
    var next: Duration? { heap.first?.due }

    mutating func insert(_ element: Element, due: Duration, order: UInt64) {
        heap.append(Entry(due: due, order: order, element: element))
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// The first element, if it is due.
    mutating func popFirst(now: Duration) -> Element? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].isBefore(heap[least]) { least = child }
            }
            guard least != parent else { return first.element }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
