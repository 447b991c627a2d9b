// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxFields
import WaxJSON
import WaxProviders
import WaxRecords
import WaxSystem

/// The body of `POST /v1/push`.
struct PushRequest {
    let appID: ULID?
    /// The target as it was named; identifiers of another kind stand as nil.
    let target: Target
    let content: StoredContent
    let options: DeliveryOptions
    let scheduledAt: Timestamp?
    let fallback: FallbackText?

    enum Target {
        case all
        case users([String])
        /// The field that named them, and for each the identifier or nil.
        case devices(field: String, [ULID?])
    }

    private static let targets = ["user_id", "user_ids", "device_id", "device_ids", "all_devices"]
    private static let schedulingLimit = Duration.seconds(30 * 24 * 3600)

    init(_ body: JSONObject, now: Timestamp) throws {
        let fields = FieldReader(body)
        let appID = fields.string("app_id", required: true)
        let target = Self.target(fields, body)
        content = Self.content(fields)
        options = Self.options(fields, collapseKey: content.collapseKey)
        scheduledAt = Self.scheduledAt(fields, now: now, required: false)
        fallback = Self.fallback(fields)
        try fields.finish()
        guard let target else { throw APIError(.internalError) }
        self.appID = PublicID(.app, text: appID.value ?? "")?.ulid
        self.target = target
    }

    /// The body of `PATCH /v1/push/{id}`.
    static func newTime(_ body: JSONObject, now: Timestamp) throws -> Timestamp {
        let fields = FieldReader(body)
        let time = scheduledAt(fields, now: now, required: true)
        try fields.finish()
        guard let time else { throw APIError(.internalError) }
        return time
    }

    private static func scheduledAt(_ fields: FieldReader, now: Timestamp, required: Bool) -> Timestamp? {
        fields.string("scheduled_at", required: required).map { text in
            guard let time = Timestamp(rfc3339: text) else { return fields.refuse("scheduled_at", .format(timeRule)) }
            guard time > now, time <= now + schedulingLimit else {
                return fields.refuse("scheduled_at", .format(scheduleRule))
            }
            return time
        }.value
    }

    private static func target(_ fields: FieldReader, _ body: JSONObject) -> Target? {
        let user = fields.string("user_id", nullable: false, length: 1...255)
        let users = fields.strings("user_ids", count: 1...1000, length: 1...255)
        let device = fields.string("device_id", nullable: false)
        let devices = fields.strings("device_ids", count: 1...1000, length: 1...64)
        let all = fields.bool("all_devices", nullable: false)
        guard targets.filter(body.contains).count == 1 else {
            return fields.refuse("target", .exactlyOne(targets))
        }
        func id(_ text: String) -> ULID? { PublicID(.device, text: text)?.ulid }
        if let user = user.value { return .users([user]) }
        if let users = users.value { return .users(users) }
        if let device = device.value { return .devices(field: "device_id", [id(device)]) }
        if let devices = devices.value { return .devices(field: "device_ids", devices.map(id)) }
        guard let all = all.value else { return nil }
        return all ? .all : fields.refuse("all_devices", .oneOf(["true"]))
    }

    private static func content(_ fields: FieldReader) -> StoredContent {
        let title = fields.string("title")
        let body = fields.string("body")
        let isEmpty = (title.value ?? "").isEmpty && (body.value ?? "").isEmpty
        if isEmpty, !fields.hasProblem("title"), !fields.hasProblem("body") {
            fields.report("title", .format(textRule))
        }
        let collapseKey = fields.string("collapse_key").map { text in
            DeliveryOptions.isCollapseKey(text) ? text : fields.refuse("collapse_key", .format(collapseRule))
        }
        let content = PushContent(
            title: title.value, body: body.value, data: fields.object("data").value,
            badge: fields.integer("badge", range: 0...Int64(Int32.max)).value.map(Int.init),
            sound: fields.string("sound", length: 1...64).value,
            threadID: fields.string("thread_id", byteLength: 1...64).value)
        return StoredContent(content: content, collapseKey: collapseKey.value)
    }

    private static func options(_ fields: FieldReader, collapseKey: String?) -> DeliveryOptions {
        let longest = DeliveryOptions.longestTimeToLive
        return DeliveryOptions(
            priority: fields.choice("priority", of: DeliveryOptions.Priority.self).value ?? .high,
            ttlSeconds: Int(fields.integer("ttl_seconds", range: 0...Int64(longest)).value ?? Int64(longest)),
            collapseKey: collapseKey)
    }

    private static func fallback(_ fields: FieldReader) -> FallbackText? {
        fields.nested("fallback") { fallback -> FallbackText? in
            let text = fallback.string("text", required: true, length: 1...1600).value
            let to = fallback.string("to", required: true, length: 1...64).value
            let from = fallback.string("from", length: 1...64).value
            guard let text, let to else { return nil }
            return FallbackText(text: text, to: to, from: from)
        }.value
    }

    private static let textRule = LocalizedText(
        "or body must have text", "ou body doit contenir du texte")
    private static let collapseRule = LocalizedText(
        "must be 1 to 64 printable ASCII characters with no space at either end",
        "doit compter de 1 à 64 caractères ASCII imprimables, sans espace au début ni à la fin")
    static let timeRule = LocalizedText(
        "must be an RFC 3339 time with its offset", "doit être une heure RFC 3339 avec son décalage")
    private static let scheduleRule = LocalizedText(
        "must be in the future, at most 30 days ahead", "doit être dans le futur, à 30 jours au plus")
}
