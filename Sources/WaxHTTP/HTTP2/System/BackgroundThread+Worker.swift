// SPDX-License-Identifier: Apache-2.0
import WaxSystem

extension BackgroundThread {
    /// Gives `worker` to a new thread that runs `body`, with a failure as this module tells it.
    static func run<Worker: AnyObject>(
        _ name: String, _ worker: sending Worker, _ body: @escaping @Sendable (Worker) -> Void
    ) throws(TransportError) -> BackgroundThread {
        do throws(Unavailable) {
            return try BackgroundThread(name: name, worker, body)
        } catch {
            throw .system(call: "pthread_create", code: error.code)
        }
    }
}
