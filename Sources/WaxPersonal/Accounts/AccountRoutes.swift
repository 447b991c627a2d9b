// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxObjects
import WaxRecords
import WaxStore
import WaxSystem

/// `/auth`
enum AccountRoutes {
    /// `GET /auth/me`
    @Sendable
    static func me(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let (person, quota, now) = (call.caller.person, service.options.quota, call.now)
        let used = try service.database.read { try quota.used(account: person.account, $0, now: now) }
        var body: JSONObject = [
            "id": .string(PublicID(.person, person.id).text), "nickname": .string(person.name), "activity_count": 0,
            // Nothing is sold here, so nothing is held back either.
            "subscribed": true, "notifications_used": .number(JSONNumber(used)),
        ]
        body["notifications_limit"] = quota.limit.map { .number(JSONNumber($0)) }
        let periods = UTCPeriods(now)
        switch quota.period {
        case .month:
            body["notifications_used_month"] = body["notifications_used"]
            body["quota_period_month"] = .number(JSONNumber(periods.month))
            body["quota_resets_at"] = .string(periods.monthReset.rfc3339)
        case .day: body["quota_resets_day_at"] = .string(periods.dayReset.rfc3339)
        }
        body["integration_key"] = call.caller.key.map { .object(json($0)) }
        return .json(JSONValue.object(body).compact)
    }

    private static func json(_ key: IntegrationKey) -> JSONObject {
        var object: JSONObject = [
            "id": .string(PublicID(.integrationKey, key.id).text), "name": .string(key.name),
            "is_default": .bool(key.isDefault),
            "permissions": [
                "activities": .string(key.activities.label), "notifications": .string(key.notifications.label),
                "widgets": "none", "emails": "none",
            ],
            // What older clients read.
            "scope": .string("activity:\(key.activities.label)"),
            "notifications": .bool(key.notifications > .none), "widgets": false, "emails": false,
        ]
        object["expires_at"] = key.expiresAt.map { .string($0.rfc3339) }
        return object
    }
}
