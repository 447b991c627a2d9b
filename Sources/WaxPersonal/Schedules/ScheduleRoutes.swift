// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem

/// `/notifications/scheduled`
enum ScheduleRoutes {
    /// `POST /notifications/scheduled`
    @Sendable
    static func create(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let request = try ScheduleRequest(
            try call.body(), by: call.caller, targets: service.options.targets, zones: service.zones, now: call.now)
        try service.checkReactions(to: request.notification)
        let (vault, quota, account, now) = (service.vault, service.options.quota, call.caller.person.account, call.now)
        let schedule = ScheduledNotification(
            uid: service.newID(at: now), account: account, key: call.caller.key?.seq,
            content: StoredSchedule(request).json, sendAt: request.sendAt, now: now)
        let stored = try await service.database.write { sql in
            let schedules = ScheduleTable(sql, vault)
            try schedules.dropOrphans(account: account, now: now)
            guard try schedules.pendingCount(account: account) < ScheduledNotification.pendingLimit else {
                throw Problem(.scheduleLimit)
            }
            try quota.check(account: account, sql, now: now)
            guard let stored = try schedules.find(try schedules.insert(schedule)) else {
                throw RecordError.vanished("scheduled_notifications")
            }
            return stored
        }
        service.wakeRunner()
        return .json(JSONValue.object(try ScheduleObject.json(stored)).compact, status: 201)
    }

    /// `GET /notifications/scheduled`
    @Sendable
    static func list(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let filter = try filter(call)
        let query = try ListCursor(call, purpose: "scheduled \(filter.rawValue)", numbers: 2)
        let position = query.position.map {
            ScheduleTable.Position(time: Timestamp(milliseconds: $0[0]), seq: $0[1])
        }
        let caller = call.caller
        let found = try service.database.read { sql in
            try ScheduleTable(sql, service.vault).list(
                account: caller.person.account, key: caller.key?.seq, filter, behind: position,
                limit: query.limit + 1, now: call.now)
        }
        let shown = try found.map { ($0, try ScheduleObject.json($0)) }
        return query.page(of: shown, position: { [$0.0.sendAt.milliseconds, $0.0.seq] }, \.1)
    }

    /// `GET /notifications/scheduled/{id}`
    @Sendable
    static func read(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let id = try call.number()
        let schedule = try service.database.read { sql in
            try find(id, ScheduleTable(sql, service.vault), call.caller, call.now)
        }
        return .json(JSONValue.object(try ScheduleObject.json(schedule)).compact)
    }

    /// `DELETE /notifications/scheduled/{id}`
    @Sendable
    static func delete(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let (id, isPurge) = (try call.number(), try purge(call))
        let (vault, caller, now) = (service.vault, call.caller, call.now)
        try await service.database.write { sql in
            let schedules = ScheduleTable(sql, vault)
            let old = try find(id, schedules, caller, now)
            if !isPurge, old.status == .canceled { return }
            if !isPurge, old.isPending {
                var canceled = old
                canceled.cancel(now: now)
                try schedules.save(canceled, insteadOf: old)
            } else {
                try schedules.remove(id)
                sql.truncateLogAfterCommit()
            }
        }
        return .empty()
    }

    /// What the caller scheduled, or of its account.
    private static func find(
        _ id: Int64, _ schedules: ScheduleTable, _ caller: PersonalCaller, _ now: Timestamp
    ) throws -> ScheduledNotification {
        guard let schedule = try schedules.find(id), caller.owns(account: schedule.account, key: schedule.key),
            schedule.isKept(at: now)
        else { throw Problem(.scheduleNotFound) }
        return schedule
    }

    private static func filter(_ call: PersonalCall) throws(Problem) -> ScheduleTable.Filter {
        guard let text = call.request.head.queryValue("status") else { return .scheduled }
        let known = ScheduleTable.Filter.allCases
        guard let filter = known.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) }) else {
            throw Problem(FieldProblems([FieldProblem("status", .oneOf(known.map(\.rawValue)))]), in: "query")
        }
        return filter
    }

    private static func purge(_ call: PersonalCall) throws(Problem) -> Bool {
        switch call.request.head.queryValue("purge") {
        case nil, "false": return false
        case "true": return true
        default: throw Problem(FieldProblems([FieldProblem("purge", .type(.boolean))]), in: "query")
        }
    }
}
