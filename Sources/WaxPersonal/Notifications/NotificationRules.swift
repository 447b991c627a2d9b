// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxFields
import WaxHTTP
import WaxJSON
import WaxProviders

/// The rules of a notification that no schema can tell; each throws `notification.invalid`.
struct NotificationRules {
    private static let metadataPairs = 20
    private static let metadataKeyLength = 64
    private static let metadataValueLength = 4096
    private static let metadataBytes = 8192
    private static let mostActions = 10

    private let fields: NotificationFields

    init(_ fields: NotificationFields) {
        self.fields = fields
    }

    static func broken(_ english: String, _ french: String) -> Problem {
        Problem(.notificationInvalid, LocalizedText(english, french))
    }

    /// The rule of links that a tap opens.
    @discardableResult
    static func checkLink(_ text: String, named name: String) throws(Problem) -> ActionURL {
        do {
            return try ActionURL(text)
        } catch {
            throw broken("\(name): \(error.description)", "\(name): le lien est refusé")
        }
    }

    func checkMedia() throws(Problem) {
        if let media = fields.media, try Self.checkLink(media.url, named: "media.url").scheme != "https" {
            throw Self.broken("media.url must be https", "media.url doit être https")
        }
        if !fields.iconURL.isEmpty, try !Self.checkLink(fields.iconURL, named: "icon_url").isWeb {
            throw Self.broken("icon_url must be http or https", "icon_url doit être http ou https")
        }
    }

    func checkMetadata() throws(Problem) {
        guard let metadata = fields.metadata else { return }
        var size = 0
        for (key, value) in metadata {
            let value = value.stringValue ?? ""
            size += key.utf8.count + value.utf8.count
            guard (1...Self.metadataKeyLength).contains(key.unicodeScalars.count),
                value.unicodeScalars.count <= Self.metadataValueLength
            else {
                throw Self.broken(
                    "metadata keys have 1 to 64 characters, values 4096 at most",
                    "les clés de metadata comptent de 1 à 64 caractères, les valeurs 4096 au plus")
            }
        }
        guard metadata.count <= Self.metadataPairs, size <= Self.metadataBytes else {
            throw Self.broken(
                "metadata has more than 20 keys or 8192 bytes", "metadata compte plus de 20 clés ou de 8192 octets")
        }
    }

    func checkActions() throws(Problem) {
        var seen: Set<[UInt8]> = []
        for action in fields.actions {
            guard seen.insert(Array(action.id.utf8)).inserted else {
                throw Self.broken("two actions have the same id", "deux actions ont le même id")
            }
            if let violation = action.violation { throw Problem(.notificationInvalid, violation) }
        }
    }

    /// Each tag once.
    func checkedTags() throws(Problem) -> [String] {
        if fields.acknowledge == nil, !fields.tags.isEmpty {
            throw Self.broken("tags need acknowledge", "tags exige acknowledge")
        }
        var tags: [String] = []
        for tag in fields.tags {
            guard Self.isTag(tag) else {
                throw Self.broken(
                    "a tag has 1 to 64 printable ASCII characters without spaces",
                    "un tag compte de 1 à 64 caractères ASCII imprimables sans espaces")
            }
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    /// Whether a text may be a tag.
    static func isTag(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    func callback(by caller: PersonalCaller, policy: TargetPolicy) throws(Problem) -> CallbackURL? {
        guard !fields.callbackURL.isEmpty else { return nil }
        guard fields.acknowledge != nil else {
            throw Self.broken("callback_url needs acknowledge", "callback_url exige acknowledge")
        }
        guard caller.key != nil else {
            throw Self.broken(
                "callback_url needs an integration key", "callback_url exige une clé d'intégration")
        }
        guard let url = CallbackURL(fields.callbackURL, policy) else {
            throw Self.broken(
                "callback_url must be an https URL at a public host, without user or password",
                "callback_url doit être une URL https vers un hôte public, sans utilisateur ni mot de passe")
        }
        return url
    }

    func checkAcknowledge() throws(Problem) {
        guard fields.acknowledge != nil else { return }
        guard fields.isPushed else { throw Self.broken("acknowledge needs push", "acknowledge exige push") }
        guard fields.level != .passive else {
            throw Self.broken(
                "acknowledge does not go with level passive", "acknowledge ne va pas avec le niveau passive")
        }
        guard !fields.actions.contains(where: { $0.id.utf8.elementsEqual(AcknowledgeRequest.actionID.utf8) }) else {
            throw Self.broken("the action id pw_ack is reserved", "l'id d'action pw_ack est réservé")
        }
        let isAnswered = fields.actions.contains { ActionRequest.isAnswered($0.object) }
        guard isAnswered || fields.actions.count < Self.mostActions else {
            throw Self.broken(
                "acknowledge needs room for one more action", "acknowledge exige la place d'une action de plus")
        }
    }
}
