// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Runs what blocks on a thread of its own, so that it takes none away from the requests that are to end it.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        BackgroundThread.start { continuation.resume(with: Result(catching: body)) }
    }
}
