// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxRelay

@Suite struct FairQueueTests {
    @Test func clientsTakeTurns() {
        var queue = FairQueue<String, Int>(limit: 1000)
        for number in 0..<100 { queue.append(number, of: "flood") }
        queue.append(1000, of: "one")
        queue.append(1001, of: "one")
        var order: [Int] = []
        while let element = queue.popFirst() { order.append(element) }
        #expect(Set(order.prefix(4)) == [0, 1, 1000, 1001])
        #expect(order.filter { $0 < 1000 } == Array(0..<100))
        #expect(queue.count == 0 && queue.heads.isEmpty)
    }

    @Test func roomIsSharedOut() {
        var queue = FairQueue<String, Int>(limit: 800)
        #expect(queue.clientLimit == 100)
        #expect(queue.hasRoom(100, for: "a") && !queue.hasRoom(101, for: "a"))
        for _ in 0..<100 { queue.append(0, of: "a") }
        #expect(!queue.hasRoom(1, for: "a") && queue.hasRoom(100, for: "b"))
        for client in "bcdefgh" { for _ in 0..<100 { queue.append(0, of: String(client)) } }
        #expect(queue.count == 800 && !queue.hasRoom(1, for: "z"))
    }

    /// What is not ready yet holds back its own client and nobody else.
    @Test func unreadyElementsWait() {
        var queue = FairQueue<String, Int>(limit: 100)
        queue.append(5, of: "a")
        queue.append(1, of: "a")
        queue.append(2, of: "b")
        let ready = [queue.popFirst { $0 < 3 }, queue.popFirst { $0 < 3 }]
        #expect(ready == [2, nil])
        #expect(queue.heads == [5])
        let last = queue.popFirst()
        #expect(last == 5)
    }
}
