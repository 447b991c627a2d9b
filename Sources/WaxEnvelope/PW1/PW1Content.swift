// SPDX-License-Identifier: Apache-2.0

/// The text of a personal notification: what a `pw1` envelope hides.
///
/// All lengths are in Unicode code points. Source: docs/envelope.md, "The content of a notification".
public struct PW1Content: Hashable, Sendable {
    /// The most code points of a title and of a subtitle.
    public static let maximumTitleLength = 256
    /// The most code points of a body.
    public static let maximumBodyLength = 4096

    /// The title.
    public let title: String
    /// The line below the title; nil when there is none.
    public let subtitle: String?
    /// The text.
    public let body: String
    /// The link that a tap opens; nil when there is none.
    public let url: String?

    /// Takes the texts as they are; an empty subtitle or url is the same as none.
    public init(title: String, subtitle: String? = nil, body: String, url: String? = nil) {
        self.title = title
        self.subtitle = subtitle.flatMap { $0.isEmpty ? nil : $0 }
        self.body = body
        self.url = url.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Throws for the first text that a server would refuse in a plain notification.
    ///
    /// Nothing is trimmed: a title of spaces passes.
    public func check() throws(PW1Error) {
        if title.isEmpty { throw .titleEmpty }
        if body.isEmpty { throw .bodyEmpty }
        if title.unicodeScalars.count > Self.maximumTitleLength { throw .titleTooLong }
        if let subtitle, subtitle.unicodeScalars.count > Self.maximumTitleLength { throw .subtitleTooLong }
        if body.unicodeScalars.count > Self.maximumBodyLength { throw .bodyTooLong }
        guard let url else { return }
        do {
            _ = try ActionURL(url)
        } catch {
            throw .url(error)
        }
    }
}
