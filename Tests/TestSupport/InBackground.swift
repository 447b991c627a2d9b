// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Runs what blocks on a thread of its own, so that it takes none away from tasks.
package func inBackground<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result {
    let result = await withCheckedContinuation {
        (continuation: CheckedContinuation<Swift.Result<Result, Failure>, Never>) in
        BackgroundThread.start { continuation.resume(returning: Swift.Result(catching: body)) }
    }
    return try result.get()
}
