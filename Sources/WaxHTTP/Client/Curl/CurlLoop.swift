// SPDX-License-Identifier: Apache-2.0
import CCurl
import WaxSystem

/// Owns a libcurl multi handle and the one thread that drives it.
///
/// Sendable: the handle is touched only by that thread, but for `curl_multi_wakeup`, which is made for others and is
/// called only while the handle exists.
final class CurlLoop: @unchecked Sendable {
    private enum Command {
        case start(CurlTransfer)
        case cancel(CurlTransfer)
    }

    private struct Inbox {
        var commands: [Command] = []
        var isStopping = false
        var isGone = false
    }

    private let multi: UnsafeMutableRawPointer
    private let inbox = Locked(Inbox())

    private static let isReady = waxwing_curl_global_init() == CURLE_OK

    init(connectionLimit: Int, hostConnectionLimit: Int?) {
        guard Self.isReady, let multi = curl_multi_init() else { preconditionFailure("libcurl does not start") }
        self.multi = multi
        waxwing_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connectionLimit)
        if let limit = hostConnectionLimit {
            waxwing_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, limit)
        }
        BackgroundThread.start { [self] in run() }
    }

    /// Begins a transfer.
    func start(_ transfer: CurlTransfer) {
        post { $0.commands.append(.start(transfer)) }
    }

    /// Ends a transfer that runs, and keeps one from starting.
    func cancel(_ transfer: CurlTransfer) {
        transfer.cancel()
        post { $0.commands.append(.cancel(transfer)) }
    }

    /// Ends the thread; no transfer may run.
    func stop() {
        post { $0.isStopping = true }
    }

    private func post(_ change: (inout Inbox) -> Void) {
        inbox.withLock {
            change(&$0)
            if !$0.isGone { curl_multi_wakeup(multi) }
        }
    }

    private func run() {
        var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
        var nextDeadline: Duration?
        while let commands = takeCommands() {
            for command in commands {
                switch command {
                case .start(let transfer):
                    if transfer.isCancelled || curl_multi_add_handle(multi, transfer.handle) != CURLM_OK {
                        transfer.finish(CURLE_ABORTED_BY_CALLBACK)
                    } else {
                        running[transfer.handle] = transfer
                        nextDeadline = min(nextDeadline ?? transfer.deadline, transfer.deadline)
                    }
                case .cancel(let transfer):
                    guard running.removeValue(forKey: transfer.handle) != nil else { continue }
                    curl_multi_remove_handle(multi, transfer.handle)
                    transfer.finish(CURLE_ABORTED_BY_CALLBACK)
                }
            }
            var count: Int32 = 0
            curl_multi_perform(multi, &count)
            while let message = curl_multi_info_read(multi, &count)?.pointee {
                guard message.msg == CURLMSG_DONE, let handle = message.easy_handle,
                    let transfer = running.removeValue(forKey: handle)
                else { continue }
                curl_multi_remove_handle(multi, handle)
                transfer.finish(message.data.result)
            }
            if let deadline = nextDeadline, deadline <= CurlTransfer.now { nextDeadline = endOverdue(&running) }
            // libcurl shortens the wait when a timer of its own is due.
            let wait = nextDeadline.map { max(.zero, $0 - CurlTransfer.now) } ?? .seconds(60)
            curl_multi_poll(multi, nil, 0, Int32(clamping: wait.milliseconds + 1), nil)
        }
        curl_multi_cleanup(multi)
    }

    /// Ends transfers whose time is over, and tells when the next one's is: libcurl forgets the time of those that wait for
    /// a connection.
    private func endOverdue(_ running: inout [UnsafeMutableRawPointer: CurlTransfer]) -> Duration? {
        let now = CurlTransfer.now
        for (handle, transfer) in running where transfer.deadline <= now {
            running[handle] = nil
            curl_multi_remove_handle(multi, handle)
            transfer.finish(CURLE_OPERATION_TIMEDOUT)
        }
        return running.values.map(\.deadline).min()
    }

    /// What was asked for since the last call; nil when the loop is to end.
    private func takeCommands() -> [Command]? {
        inbox.withLock { inbox in
            guard !inbox.isStopping else {
                inbox.isGone = true
                return nil
            }
            defer { inbox.commands = [] }
            return inbox.commands
        }
    }
}
