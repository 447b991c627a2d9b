// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A thread of its own, so that a test which blocks takes none of the pool's.
enum TestThread {
    static func start(_ body: @escaping @Sendable () -> Void) throws {
        Thread(block: body).start()
    }
}
