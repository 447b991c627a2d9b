// SPDX-License-Identifier: Apache-2.0
import Testing

/// Lets few tests run at a time, since each of them starts servers.
struct BoundedTrait: SuiteTrait, TestTrait, TestScoping {
    private static let slots = Slots(count: 3)

    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await Self.slots.take()
        do {
            try await function()
        } catch {
            await Self.slots.give()
            throw error
        }
        await Self.slots.give()
    }

    private actor Slots {
        private var free: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(count: Int) { free = count }

        func take() async {
            if free > 0 {
                free -= 1
            } else {
                await withCheckedContinuation { waiting.append($0) }
            }
        }

        func give() {
            if waiting.isEmpty {
                free += 1
            } else {
                waiting.removeFirst().resume()
            }
        }
    }
}

extension Trait where Self == BoundedTrait {
    /// Few tests at a time.
    static var bounded: BoundedTrait { BoundedTrait() }
}
