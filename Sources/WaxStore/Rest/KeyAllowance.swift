// SPDX-License-Identifier: Apache-2.0

/// How many more values the newest key may protect before the database must be asked for more.
struct KeyAllowance {
    /// What is to be done for one value.
    enum Step: Equatable {
        /// Nothing: the value is counted.
        case go
        /// The value is counted, and it is time to ask for the next block.
        case goAndAsk
        /// Nothing is left: ask, and wait for the answer.
        case askAndWait
        /// Nothing is left, and somebody has asked already.
        case wait
    }

    private let block: Int64
    private(set) var remaining: Int64 = 0
    private var isAsking = false
    /// Why the last question failed; the question is put again unless no answer can help.
    private var failure: RestError?

    init(block: Int64) {
        self.block = block
    }

    /// Uses up one value. After a step that asks, `received` or `failed` must follow.
    mutating func take() -> Step {
        let mayAsk = !isAsking && failure?.code != .exhausted
        if remaining > 0 {
            remaining -= 1
            guard mayAsk, remaining < block / 2 else { return .go }
            isAsking = true
            return .goAndAsk
        }
        guard mayAsk else { return .wait }
        isAsking = true
        return .askAndWait
    }

    /// What the wait came to; nil while it goes on.
    mutating func takeAfterWait() -> Result<Void, RestError>? {
        if remaining > 0 {
            remaining -= 1
            return .success(())
        }
        return isAsking ? nil : .failure(failure ?? RestError(.counter, "the count of protected values was given up"))
    }

    mutating func received(_ count: Int64) {
        remaining += count
        isAsking = false
        failure = nil
    }

    mutating func failed(_ error: RestError) {
        isAsking = false
        failure = error
    }

    /// Takes away what is left, to be given back.
    mutating func surrender() -> Int64 {
        defer { remaining = 0 }
        return remaining
    }
}
