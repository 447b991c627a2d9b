// SPDX-License-Identifier: Apache-2.0

/// Elements of many clients, taken in turns: one of each client that has any, so that nobody waits behind another's heap.
struct FairQueue<Client: Hashable, Element> {
    let limit: Int
    /// What one client may have waiting.
    let clientLimit: Int
    private var lines: [Client: Line] = [:]
    private var turns: [Client] = []
    private var turn = 0
    private(set) var count = 0

    private struct Line {
        var elements: [Element] = []
        var first = 0

        var isEmpty: Bool { first == elements.count }

        mutating func popFirst(where isReady: (Element) -> Bool) -> Element? {
            guard first < elements.count, isReady(elements[first]) else { return nil }
            defer {
                first += 1
                if first > 64, first * 2 > elements.count {
                    elements.removeFirst(first)
                    first = 0
                }
            }
            return elements[first]
        }
    }

    /// Holds so many elements, and of one client an eighth of them.
    init(limit: Int) {
        self.limit = limit
        clientLimit = max(64, limit / 8)
    }

    /// Whether so many more of a client fit.
    func hasRoom(_ wanted: Int, for client: Client) -> Bool {
        let own = lines[client].map { $0.elements.count - $0.first } ?? 0
        return count + wanted <= limit && own + wanted <= clientLimit
    }

    /// Appends an element, which the caller knows to fit.
    mutating func append(_ element: Element, of client: Client) {
        if lines[client] == nil { turns.append(client) }
        lines[client, default: Line()].elements.append(element)
        count += 1
    }

    /// The element whose turn is next, if it satisfies `isReady`; those of one client stay in their order.
    mutating func popFirst(where isReady: (Element) -> Bool = { _ in true }) -> Element? {
        for _ in 0..<turns.count {
            if turn >= turns.count { turn = 0 }
            let client = turns[turn]
            guard let element = lines[client]?.popFirst(where: isReady) else {
                turn += 1
                continue
            }
            count -= 1
            if lines[client]?.isEmpty == true {
                lines[client] = nil
                turns.swapAt(turn, turns.count - 1)
                turns.removeLast()
            } else {
                turn += 1
            }
            return element
        }
        return nil
    }

    /// The first element of each client.
    var heads: [Element] { lines.values.compactMap { $0.elements[$0.first] } }
}
