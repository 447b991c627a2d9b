// SPDX-License-Identifier: Apache-2.0

/// Ends another thread's wait, the one that runs or the next one.
package final class WakeFlag: Sendable {
    private let isSet = Locked(false)

    package init() {}

    package func signal() {
        isSet.withLock { $0 = true }
        isSet.notify()
    }

    /// Waits for a signal, at most for `limit`, and takes it back.
    package func wait(for limit: Duration) {
        _ = isSet.wait(atMost: max(limit, .zero)) { isSet -> Bool? in
            defer { isSet = false }
            return isSet ? true : nil
        }
    }
}
