// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxFields
package import WaxHTTP
import WaxJSON
package import WaxProviders
import WaxRecords

/// A notification that keeps every rule, as it is stored and sent.
package struct NotificationRequest: Sendable {
    package let content: NotificationContent
    /// What a later notification takes the place of this one by; nil when nothing does.
    package let collapseID: String?
    /// Whether it goes to devices at all, and not only into the history.
    package let isPushed: Bool
    package let acknowledge: AcknowledgeRequest?
    /// Each once, in the order given.
    package let tags: [String]
    package let callbackURL: CallbackURL?

    /// Whether the server records what somebody does with it.
    package var isAnswerable: Bool { content.actions.contains(where: ActionRequest.isAnswered) }

    /// Whether it makes no sense without a reaction that the server gets to know.
    var needsAnswers: Bool {
        acknowledge != nil
            || content.actions.contains { ActionRequest.isAnswered($0) && ActionRequest.takesText($0) }
    }

    /// Checks what no schema can, in the order in which it is documented: who may send it, text and envelope, media,
    /// icon, metadata, actions, and last what belongs to `acknowledge`.
    package init(
        _ fields: NotificationFields, by caller: PersonalCaller, targets: TargetPolicy
    ) throws(Problem) {
        try Self.checkSender(fields, caller)
        let text = try Self.text(fields)
        let rules = NotificationRules(fields)
        try rules.checkMedia()
        try rules.checkMetadata()
        try rules.checkActions()
        callbackURL = try rules.callback(by: caller, policy: targets)
        tags = try rules.checkedTags()
        var actions = fields.actions.map(\.object)
        try rules.checkAcknowledge()
        if let acknowledge = fields.acknowledge, !actions.contains(where: ActionRequest.isAnswered) {
            actions.append([
                "id": .string(AcknowledgeRequest.actionID), "title": .string(acknowledge.actionTitle),
            ])
        }
        func some(_ text: String) -> String? { text.isEmpty ? nil : text }
        content = NotificationContent(
            text: text, level: fields.level, volume: fields.volume, threadID: some(fields.threadID),
            source: some(fields.source), sourceDisplayName: some(fields.sourceDisplayName), media: fields.media,
            iconURL: some(fields.iconURL), metadata: fields.metadata, actions: actions)
        collapseID = some(fields.collapseID)
        isPushed = fields.isPushed
        acknowledge = fields.acknowledge
        try checkSize()
    }

    private static func checkSender(_ fields: NotificationFields, _ caller: PersonalCaller) throws(Problem) {
        if let target = fields.target {
            guard caller.person.kind == .organization else {
                throw Problem(
                    FieldProblems([FieldProblem("target", .notAllowed(targetRule))]))
            }
            guard target.isEmpty else {
                throw Problem(
                    .permissionDenied,
                    LocalizedText(
                        "the target is outside of what the key may reach",
                        "la cible dépasse ce que la clé peut atteindre"))
            }
        }
        if !fields.activitySlug.isEmpty {
            try caller.requireActivities()
            throw Problem(.activityNotFound)
        }
        if fields.encrypted != nil, caller.person.kind == .organization { throw Problem(.encryptionUnavailable) }
    }

    private static func text(_ fields: NotificationFields) throws(Problem) -> NotificationContent.Text {
        guard let encrypted = fields.encrypted else {
            if !fields.url.isEmpty { try NotificationRules.checkLink(fields.url, named: "url") }
            return .plain(
                title: fields.title, subtitle: fields.subtitle.isEmpty ? nil : fields.subtitle, body: fields.body,
                url: fields.url.isEmpty ? nil : fields.url)
        }
        for (name, text) in [
            ("title", fields.title), ("subtitle", fields.subtitle), ("body", fields.body), ("url", fields.url),
        ] where !text.isEmpty {
            throw NotificationRules.broken(
                "\(name) cannot stand next to encrypted", "\(name) ne peut pas accompagner encrypted")
        }
        guard let envelope = try? PW1Envelope(encrypted) else {
            throw NotificationRules.broken("encrypted is not a pw1 envelope", "encrypted n'est pas une enveloppe pw1")
        }
        return .sealed(envelope.text)
    }

    /// An envelope cannot be shortened later: it has to fit without an outer seal, whatever identifier it gets.
    private func checkSize() throws(Problem) {
        guard content.envelope != nil, isPushed else { return }
        let payload = NotificationPayload(id: NotificationPayload.longestID, content: content)
        guard let overflow = PayloadSize.check(payload.apns) else { return }
        throw Problem(
            .encryptedTooLarge,
            LocalizedText(
                "the encrypted notification takes \(overflow.sizeBytes) bytes of the \(overflow.limitBytes) that Apple takes: shorten the text, actions, media, icon or metadata",
                "la notification chiffrée prend \(overflow.sizeBytes) octets des \(overflow.limitBytes) qu'accepte Apple: raccourcissez le texte, les actions, le média, l'icône ou metadata"
            ))
    }

    private static let targetRule = LocalizedText(
        "is for organization keys only", "est réservé aux clés d'organisation")
}
