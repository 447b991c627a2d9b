// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// The runner's one thread.
final class RunnerLoop {
    /// How many rows one write changes at most.
    static let batch = 50
    /// How soon to look for what another process wrote.
    private static let poll = Duration.seconds(5)

    let service: PersonalService
    let client: HTTPClient
    let random: any RandomSource
    var callbacks = CallbackJobs()
    private var isStopped = false
    /// Set when the store failed: nothing is tried again before this time.
    private var pausedUntil: Duration?
    /// The pushes whose end wakes this thread.
    private var watched: [Int64: Task<Void, Never>] = [:]

    init(_ service: PersonalService, client: HTTPClient, random: any RandomSource) {
        self.service = service
        self.client = client
        self.random = random
    }

    func run() {
        var next: Timestamp? = service.time.now()
        while true {
            takeEvents(atMost: idleTime(next))
            if isStopped { break }
            if pausedUntil.map({ service.time.uptime() < $0 }) ?? false { continue }
            do {
                next = try turn()
            } catch {
                service.log(.error, "sending what was scheduled failed: \(LoggableError(error))")
                pausedUntil = service.time.uptime() + .milliseconds(500)
                next = nil
            }
        }
        for task in watched.values { task.cancel() }
        for job in callbacks.underWay.values { job.task.cancel() }
        try? recordCallbacks()
    }

    /// Takes what has happened, if anything has; waits at most so long for it.
    @discardableResult
    func takeEvents(atMost limit: Duration) -> Bool {
        let events = service.runnerEvents.take(atMost: limit)
        for event in events {
            switch event {
            case .wake: break
            case .callbackEnded(let notification, let epoch, let result): end(notification, epoch, result)
            case .stop: isStopped = true
            }
        }
        return !events.isEmpty
    }

    private func idleTime(_ next: Timestamp?) -> Duration {
        let now = service.time.now()
        let until = min(next ?? now + .milliseconds(100), now + Self.poll)
        return .milliseconds(max(1, until.milliseconds - now.milliseconds))
    }

    /// Does all that is due; returns when something is due next, at the latest when to look again.
    func turn() throws -> Timestamp {
        let now = service.time.now()
        try recordCallbacks()
        var isMore = try sendSchedules(now)
        try settleSchedules(now)
        isMore = try turnReceipts(now) || isMore
        try claimCallbacks(now)
        let (vault, busy) = (service.vault, callbacks.isFull)
        let next = try service.database.read { sql in
            let receipts = ReceiptTable(sql, vault)
            return [
                try ScheduleTable(sql, vault).nextDue(), try receipts.nextDue(),
                busy ? nil : try receipts.nextCallbackDue(now: now),
            ].compactMap(\.self).min()
        }
        let latest = now + Self.poll
        return isMore ? now : min(next ?? latest, latest)
    }

    // MARK: Schedules

    /// Whether there may be more.
    private func sendSchedules(_ now: Timestamp) throws -> Bool {
        let (vault, quota, zones, room) = (
            service.vault, service.options.quota, service.zones, service.room
        )
        let due = try service.database.read { try ScheduleTable($0, vault).due(at: now, limit: Self.batch) }
        guard !due.isEmpty else { return false }
        let rows = due.map { ($0, service.newID(at: now)) }
        let log = service.log
        let pushes = try service.database.writeAndWait { sql in
            let dispatch = ScheduleDispatch(sql, vault, quota: quota, zones: zones, calling: room)
            return try rows.compactMap { seq, uid in
                try Self.guarded(sql, log, "a scheduled notification") {
                    try dispatch.send(seq, uid: uid, now: now)?.push
                } orElse: {
                    try ScheduleTable(sql, vault).abandon(seq, now: now)
                } ?? nil
            }
        }
        if !pushes.isEmpty { service.wakeEngine() }
        return due.count == Self.batch
    }

    private func settleSchedules(_ now: Timestamp) throws {
        let (vault, quota, zones, room) = (
            service.vault, service.options.quota, service.zones, service.room
        )
        let (waiting, ready) = try service.database.read { sql in
            let pushes = PushTable(sql, vault)
            let waiting = try ScheduleTable(sql, vault).unsettled()
            let ready = try waiting.filter { row in
                try row.settleBy <= now || row.push.flatMap { try pushes.find(seq: $0) }?.state.isFinal ?? true
            }
            return (waiting, ready.map(\.seq))
        }
        if !ready.isEmpty {
            let log = service.log
            try service.database.writeAndWait { sql in
                let dispatch = ScheduleDispatch(sql, vault, quota: quota, zones: zones, calling: room)
                for seq in ready {
                    _ = try Self.guarded(sql, log, "a scheduled notification") {
                        try dispatch.settle(seq, now: now)
                    } orElse: {
                        try ScheduleTable(sql, vault).abandon(seq, now: now)
                    }
                }
            }
        }
        watch(waiting.filter { !ready.contains($0.seq) }, now)
    }

    /// Has the end of each push wake this thread.
    private func watch(_ rows: [(seq: Int64, push: Int64?, settleBy: Timestamp)], _ now: Timestamp) {
        let pushes = Set(rows.compactMap(\.push))
        for (push, task) in watched where !pushes.contains(push) {
            task.cancel()
            watched[push] = nil
        }
        for row in rows {
            guard let push = row.push, watched[push] == nil else { continue }
            let limit = Duration.milliseconds(row.settleBy.milliseconds - now.milliseconds)
            let service = service
            watched[push] = Task {
                let ending = try? await service.room.wait(for: .push(push), atMost: limit) {
                    try service.database.read { try PushTable($0, service.vault).find(seq: push) }?.state.isFinal
                        ?? true
                }
                if ending == .called { service.wakeRunner() }
            }
        }
    }

    // MARK: Receipts

    /// Whether there may be more.
    private func turnReceipts(_ now: Timestamp) throws -> Bool {
        let (vault, room, log) = (service.vault, service.room, service.log)
        let due = try service.database.read { try ReceiptTable($0, vault).due(at: now, limit: Self.batch) }
        guard !due.isEmpty else { return false }
        let rows = due.map { ($0, service.newID(at: now)) }
        let isPushed = try service.database.writeAndWait { sql in
            let keeper = ReceiptKeeper(sql, vault, calling: room)
            return try rows.map { notification, uid in
                try Self.guarded(sql, log, "a receipt") {
                    try keeper.turn(notification, uid: uid, now: now)
                } orElse: {
                    try keeper.abandon(notification, now: now)
                } ?? false
            }.contains(true)
        }
        if isPushed { service.wakeEngine() }
        return due.count == Self.batch
    }

    /// Runs `body`, so that one damaged row keeps no other from its turn: it is left alone then, by `orElse`. Throws when
    /// the store itself is out of order.
    private static func guarded<Result>(
        _ sql: Transaction, _ log: Log, _ what: String, _ body: () throws -> Result, orElse: () throws -> Void
    ) throws -> Result? {
        do {
            return try sql.attempt(body)
        } catch let error as StoreError where error.isOfTheStore {
            throw error
        } catch is LeaseLost {
            return nil
        } catch {
            log(.error, "\(what) was given up: \(LoggableError(error))")
            try orElse()
            return nil
        }
    }
}
