// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
package import WaxFields
package import WaxJSON
package import WaxProviders

/// The members of a notification as far as a schema tells right from wrong: types, lengths, ranges, and no others.
///
/// Whoever takes more members than these reads them with the same reader, and then has it finish.
package struct NotificationFields: Sendable {
    package let title: String
    package let subtitle: String
    package let body: String
    package let url: String
    package let encrypted: String?
    package let level: NotificationLevel
    package let volume: JSONNumber?
    package let threadID: String
    package let collapseID: String
    package let source: String
    package let sourceDisplayName: String
    package let media: NotificationContent.Media?
    package let iconURL: String
    package let metadata: JSONObject?
    package let activitySlug: String
    package let actions: [ActionRequest]
    package let isPushed: Bool
    package let acknowledge: AcknowledgeRequest?
    package let tags: [String]
    package let callbackURL: String
    package let target: NotificationTarget?

    /// Reads the members and reports to `fields` what is wrong with them.
    package init(_ fields: FieldReader) {
        func text(_ name: String, _ longest: Int, least: Int = 0) -> String {
            let text = fields.string(name, nullable: false).value ?? ""
            if text.unicodeScalars.count > longest { fields.report(name, .length(least...longest)) }
            return text
        }
        title = text("title", PW1Content.maximumTitleLength, least: 1)
        subtitle = text("subtitle", PW1Content.maximumTitleLength)
        body = text("body", PW1Content.maximumBodyLength, least: 1)
        url = text("url", ActionURL.maximumLength)
        encrypted = fields.string("encrypted", nullable: false).value
        if !fields.isPresent("encrypted") {
            // Not by the reader: beside an envelope both may be there and empty.
            for (name, text) in [("title", title), ("body", body)] where text.isEmpty && !fields.hasProblem(name) {
                fields.report(name, .required)
            }
        }
        level = fields.choice("level", of: NotificationLevel.self, nullable: false).value ?? .active
        volume = fields.number("volume", nullable: false, range: 0...1).value
        threadID = text("thread_id", 128)
        collapseID = text("collapse_id", 64)
        source = text("source", 128)
        sourceDisplayName = text("source_display_name", 256)
        media =
            fields.nested("media", nullable: false) { media -> NotificationContent.Media? in
                let url = media.string("url", required: true, length: 1...ActionURL.maximumLength).value
                let kind = media.choice("type", of: NotificationContent.Media.Kind.self, required: true).value
                guard let url, let kind else { return nil }
                return NotificationContent.Media(url: url, kind: kind)
            }.value
        iconURL = text("icon_url", ActionURL.maximumLength)
        metadata = fields.textMap("metadata", nullable: false).value
        activitySlug =
            fields.string("activity_slug", nullable: false).map { slug in
                Self.isSlug(slug) ? slug : fields.refuse("activity_slug", .format(Self.slugRule))
            }.value ?? ""
        actions = fields.objects("actions", count: 0...10, ActionRequest.init).value ?? []
        isPushed = fields.bool("push", nullable: false).value ?? true
        acknowledge = fields.nested("acknowledge", AcknowledgeRequest.init).value
        tags = fields.texts("tags", count: 0...10).value ?? []
        callbackURL = text("callback_url", CallbackURL.longest)
        target = fields.nested("target", nullable: false, NotificationTarget.init).value
    }

    private static func isSlug(_ text: String) -> Bool {
        func isLetterOrDigit(_ byte: UInt8) -> Bool { byte.isASCIILetterOrDigit }
        return (1...128).contains(text.utf8.count) && isLetterOrDigit(text.utf8.first ?? 0)
            && text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    }

    private static let slugRule = LocalizedText(
        "must be 1 to 128 letters, digits, _ and -, beginning with a letter or digit",
        "doit compter de 1 à 128 lettres, chiffres, _ et -, et commencer par une lettre ou un chiffre")
}
