// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxSystem

/// A thread that makes pages one after the other, so that the engine's own goes on meanwhile: sealing takes longer than
/// all the rest.
final class PageMaker: Sendable {
    private struct State {
        var orders: [PageOrder] = []
        var isClosed = false
    }

    private let state = Locked(State())

    /// Starts the thread, which hands over what it has made.
    init(_ factory: sending PageFactory, onPage: @escaping @Sendable (MadePage) -> Void) {
        let state = state
        // The caller has given the factory away, so the thread is the only one that has it.
        nonisolated(unsafe) let factory = factory
        BackgroundThread.start {
            while let order = state.wait(for: { Self.next(&$0) }) {
                let result = Result { try factory.make(order) }
                onPage(MadePage(push: order.claim.push, epoch: order.claim.epoch, result: result))
            }
        }
    }

    deinit { close() }

    func make(_ order: PageOrder) {
        state.withLock { $0.orders.append(order) }
        state.notify()
    }

    /// Ends the thread once it has finished the page that it is at.
    func close() {
        state.withLock { $0.isClosed = true }
        state.notify()
    }

    /// Nil when it has to wait; the inner value is nil at the end.
    private static func next(_ state: inout State) -> PageOrder?? {
        if state.isClosed { return .some(nil) }
        return state.orders.isEmpty ? nil : .some(state.orders.removeFirst())
    }
}
