// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// What a personal notification says and how it looks: all that is stored of it, and all that its devices are sent.
package struct NotificationContent: Equatable, Sendable {
    /// Its text, as far as the server knows it.
    package enum Text: Equatable, Sendable {
        case plain(title: String, subtitle: String?, body: String, url: String?)
        /// A `pw1` envelope, which holds all four.
        case sealed(String)
    }

    /// A picture, film or sound that the device fetches.
    package struct Media: Equatable, Sendable {
        package enum Kind: String, Sendable, CaseIterable {
            case image, video, audio
        }

        package let url: String
        package let kind: Kind

        package init(url: String, kind: Kind) {
            self.url = url
            self.kind = kind
        }
    }

    /// What stands in place of a title that only the person's devices can read.
    package static let sealedTitle = "Encrypted notification"
    /// What stands in place of such a body.
    package static let sealedBody =
        "End-to-end encrypted. Open PushWard on a device with your encryption key to read it."

    package let text: Text
    package let level: NotificationLevel
    /// How loud a critical one is, 0 to 1; nil leaves it to the device.
    package let volume: JSONNumber?
    package let threadID: String?
    package let source: String?
    package let sourceDisplayName: String?
    package let media: Media?
    package let iconURL: String?
    /// Names and texts, in their order.
    package let metadata: JSONObject?
    /// The buttons, each with the members that were sent, in their order.
    package let actions: [JSONObject]
    /// Whether somebody reacted to it on one of the devices, so that the others need not show it any more.
    package let isAcknowledged: Bool

    package init(
        text: Text, level: NotificationLevel = .active, volume: JSONNumber? = nil, threadID: String? = nil,
        source: String? = nil, sourceDisplayName: String? = nil, media: Media? = nil, iconURL: String? = nil,
        metadata: JSONObject? = nil, actions: [JSONObject] = [], isAcknowledged: Bool = false
    ) {
        self.text = text
        self.level = level
        self.volume = volume
        self.threadID = threadID
        self.source = source
        self.sourceDisplayName = sourceDisplayName
        self.media = media
        self.iconURL = iconURL
        self.metadata = metadata
        self.actions = actions
        self.isAcknowledged = isAcknowledged
    }

    /// What takes its place on the devices once somebody reacted: quiet, and without buttons.
    package var acknowledged: NotificationContent {
        NotificationContent(
            text: text, level: .passive, threadID: threadID, source: source, sourceDisplayName: sourceDisplayName,
            media: media, iconURL: iconURL, metadata: metadata, isAcknowledged: true)
    }

    /// The title that can be shown of it here.
    package var title: String {
        if case .plain(let title, _, _, _) = text { title } else { Self.sealedTitle }
    }

    /// The body that can be shown of it here.
    package var body: String {
        if case .plain(_, _, let body, _) = text { body } else { Self.sealedBody }
    }

    package var subtitle: String? {
        if case .plain(_, let subtitle, _, _) = text { subtitle } else { nil }
    }

    package var url: String? {
        if case .plain(_, _, _, let url) = text { url } else { nil }
    }

    /// The envelope; nil when the text is plain.
    package var envelope: String? {
        if case .sealed(let envelope) = text { envelope } else { nil }
    }
}
