// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON
import WaxWebhooks

/// The body of a request that makes or changes a webhook.
struct WebhookRequest: Sendable {
    let url: String?
    let events: EventTypes?
    let active: Bool?

    private static let longestURL = 2048

    /// `POST /v1/webhooks`
    static func creation(_ body: JSONObject, _ policy: TargetPolicy) throws -> (url: String, events: EventTypes) {
        let fields = FieldReader(body)
        let url = url(fields, policy, required: true)
        let events = events(fields, required: true)
        try fields.finish()
        guard let url, let events else { throw APIError(.internalError) }
        return (url, events)
    }

    /// `PATCH /v1/webhooks/{id}`
    init(change body: JSONObject, _ policy: TargetPolicy) throws {
        let fields = FieldReader(body)
        url = Self.url(fields, policy, required: false)
        events = Self.events(fields, required: false)
        active = fields.bool("active", nullable: false).value
        try fields.finish()
    }

    private static func url(_ fields: FieldReader, _ policy: TargetPolicy, required: Bool) -> String? {
        fields.string("url", required: required, nullable: false, byteLength: 1...longestURL).map { text -> String? in
            guard let target = TargetURL(text), target.scheme == "https" || policy == .any, !target.hasUser,
                !target.hasFragment
            else { return fields.refuse("url", .format(policy == .any ? anyURLRule : urlRule)) }
            // A name is looked up when a connection is made, and its addresses are judged then.
            guard target.address.map(policy.allows) ?? true else { return fields.refuse("url", .format(addressRule)) }
            return text
        }.value
    }

    private static func events(_ fields: FieldReader, required: Bool) -> EventTypes? {
        let names = EventType.allCases.map(\.name)
        let given = fields.strings("events", count: 1...names.count, length: 1...64)
        if required, !fields.isPresent("events") { fields.report("events", .required) }
        return given.map { texts in
            let types = texts.map(EventType.init(name:))
            for (index, type) in types.enumerated() where type == nil {
                fields.report("events[\(index)]", .oneOf(names))
            }
            return EventTypes(types.compactMap { $0 })
        }.value
    }

    private static let urlRule = LocalizedText(
        "must be an https URL without user, password and fragment",
        "doit être une URL https sans utilisateur, mot de passe ni fragment")
    private static let anyURLRule = LocalizedText(
        "must be an http or https URL without user, password and fragment",
        "doit être une URL http ou https sans utilisateur, mot de passe ni fragment")
    private static let addressRule = LocalizedText(
        "must not name an address that is not of the public internet",
        "ne doit pas désigner une adresse hors de l'internet public")
}
