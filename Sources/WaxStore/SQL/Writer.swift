// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxSystem

/// The thread that alone writes, and commits in groups what came while it was busy.
final class Writer: Sendable {
    private let connection: any DatabaseConnection
    private let queue: WriteQueue
    private let truncationInterval: Duration
    private let time: any TimeSource
    private let counters = Locked(DatabaseStatistics())
    /// The thread as long as it may run, and whether somebody is to join or detach it.
    private let thread = Locked<(id: pthread_t, isJoinable: Bool)?>(nil)

    init(_ connection: any DatabaseConnection, options: DatabaseOptions, time: any TimeSource) {
        self.connection = connection
        self.time = time
        queue = WriteQueue(largestGroup: options.largestGroup)
        truncationInterval = options.truncationInterval
    }

    /// Starts the thread; it holds the writer until `close`.
    func start() throws {
        let context = Unmanaged.passRetained(self)
        var started = pthread_t()
        let status = pthread_create(
            &started, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Writer>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard status == 0 else {
            context.release()
            throw StoreError(.outOfMemory, "the writer's thread did not start (\(status))")
        }
        thread.withLock { $0 = (started, true) }
    }

    var statistics: DatabaseStatistics {
        var statistics = counters.withLock { $0 }
        statistics.waiting = queue.count
        return statistics
    }

    /// False when the writer is closed: then nobody will hear of the write.
    func append(_ write: any PendingWrite) -> Bool { queue.append(write) }

    /// Whether the caller is the body of a write.
    var isCurrentThread: Bool {
        thread.withLock { $0.map { pthread_equal($0.id, pthread_self()) != 0 } ?? false }
    }

    /// Carries out what was queued before, then ends the thread.
    func close() {
        queue.close()
        let isCurrent = isCurrentThread
        let ending = thread.withLock { thread -> pthread_t? in
            guard let id = thread?.id, thread?.isJoinable == true else { return nil }
            thread?.isJoinable = false
            return id
        }
        guard let ending else { return }
        if isCurrent {
            pthread_detach(ending)  // The last owner went away inside a write.
        } else {
            pthread_join(ending, nil)
            thread.withLock { $0 = nil }
        }
    }

    private func run() {
        var truncation = LogTruncation(interval: truncationInterval)
        while true {
            switch queue.next(truncatingAfter: truncation.delay(at: time.uptime())) {
            case .group(let writes):
                var group = CommitGroup(connection, counters: counters)
                group.run(writes)
                if group.truncatesLog { truncation.request() }
            case .truncateLog:
                truncateLog(&truncation)
            case .stop:
                if truncation.delay(at: time.uptime()) != nil { truncateLog(&truncation) }
                connection.close()
                return
            }
        }
    }

    private func truncateLog(_ truncation: inout LogTruncation) {
        // A failure to truncate is met again, and reported, by the next write; here it only means: later.
        if (try? connection.truncateLog()) == true {
            counters.withLock { $0.truncations += 1 }
            truncation.succeeded(at: time.uptime())
        } else {
            truncation.failed(at: time.uptime())
        }
    }
}
