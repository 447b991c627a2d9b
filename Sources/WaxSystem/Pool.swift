// SPDX-License-Identifier: Apache-2.0

/// Objects that cost something to make and serve one thread at a time: each is lent, and kept for the next borrower.
package final class Pool<Element>: Sendable {
    private let spare = Locked<[Element]>([])
    private let make: @Sendable () throws -> Element

    /// Makes an object when all that there are have been lent.
    package init(_ make: @escaping @Sendable () throws -> Element) {
        self.make = make
    }

    /// Lends an object for the duration of `body`, which must not keep it.
    package func lend<Result>(_ body: (Element) throws -> Result) throws -> Result {
        let element = try spare.withLock { $0.popLast() } ?? make()
        defer { spare.withLock { $0.append(element) } }
        return try body(element)
    }
}
