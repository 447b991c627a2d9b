// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxSystem

@testable import WaxDelivery

@Suite struct AttemptTableTests {
    private let attempt = Attempt.sample(at: Timestamp(milliseconds: 1))

    @Test func anAttemptIsTakenOutOnce() {
        var table = AttemptTable()
        let number = table.insert(attempt)
        #expect(table.count == 1 && table[number]?.n == attempt.n)
        #expect(table.remove(number)?.n == attempt.n)
        #expect(table.remove(number) == nil && table[number] == nil)
        #expect(table.isEmpty)
    }

    @Test func aPlaceThatIsUsedAgainHasAnotherNumber() {
        var table = AttemptTable()
        var numbers: Set<UInt64> = []
        for _ in 0..<100 {
            let number = table.insert(attempt)
            #expect(numbers.insert(number).inserted)
            _ = table.remove(number)
        }
        let last = table.insert(attempt)
        for number in numbers { #expect(table[number] == nil && table.remove(number) == nil) }
        #expect(table.count == 1)
        table.setConnection(3, of: last)
        numbers.forEach { table.setConnection(9, of: $0) }
        #expect(table[last]?.connection == 3)
    }

    @Test(arguments: [0, 1, 1 << 24, UInt64.max]) func numbersThatWereNeverGiven(number: UInt64) {
        var table = AttemptTable()
        #expect(table.remove(number) == nil)
        let given = table.insert(attempt)
        if number != given { #expect(table.remove(number) == nil) }
        #expect(table.count == 1)
    }

    @Test func onePushsAttemptsAreForgottenTogether() {
        var table = AttemptTable()
        let numbers = (0..<10).map { _ in table.insert(attempt) }
        _ = table.remove(numbers[4])
        table.removeAll(ofPush: attempt.push + 1)
        #expect(table.count == 9)
        table.removeAll(ofPush: attempt.push)
        #expect(table.isEmpty && numbers.allSatisfy { table[$0] == nil })
        // Each place is free once.
        let again = (0..<20).map { _ in table.insert(attempt) }
        #expect(Set(again).count == 20 && table.count == 20)
    }
}
