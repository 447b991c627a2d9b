// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxDelivery

@Suite struct PageBudgetTests {
    @Test(arguments: [
        (4000, 0, 0, 1000), (4000, 1000, 1000, 1000), (4000, 1874, 1874, 126), (4000, 1876, 1876, 0),
        (4000, 1999, 1999, 0), (4000, 2000, 2000, 0),
        // Another push holds 2 000: this one may hold a third of the whole.
        (4000, 2000, 0, 1000), (4000, 3000, 1000, 0), (4000, 3999, 0, 1), (4000, 4000, 0, 0), (4000, 4000, 2000, 0),
        (1, 0, 0, 1), (1, 1, 1, 0), (2, 1, 1, 0), (3, 1, 1, 1),
    ])
    func page(total: Int, used: Int, underWay: Int, expected: Int) {
        #expect(PageBudget(total: total, used: used, pageSize: 1000).page(underWay: underWay) == expected)
    }

    @Test func pagesOfOneTurnComeOutOfOneBudget() {
        var budget = PageBudget(total: 10, used: 0, pageSize: 1000)
        #expect(budget.page(underWay: 0) == 5)
        budget.take(5)
        #expect(budget.free == 5 && budget.page(underWay: 0) == 3)
        budget.take(5)
        #expect(budget.page(underWay: 0) == 0)
    }

    /// However many pushes are stuck, the next one gets some room, and together they never pass the limit.
    @Test(arguments: [1, 7, 100, 4000]) func thereIsAlwaysRoomForAnother(total: Int) {
        var holdings: [Int] = []
        for _ in 0..<6 {
            holdings.append(0)
            var progressed = true
            while progressed {
                progressed = false
                for index in holdings.indices {
                    let budget = PageBudget(total: total, used: holdings.reduce(0, +), pageSize: 1000)
                    let page = budget.page(underWay: holdings[index])
                    holdings[index] += page
                    progressed = progressed || page > 0
                }
            }
            #expect(holdings.reduce(0, +) <= total)
            if total >= 100 { #expect(holdings.allSatisfy { $0 > 0 }) }
        }
    }
}
