// SPDX-License-Identifier: Apache-2.0

/// A link that a tap on a notification may open.
///
/// It has a scheme, at most 2 048 code points, and a host when it is a web link; `javascript:`, `data:`, `file:` and
/// `vbscript:` are refused. Source: docs/envelope.md, "The link".
public struct ActionURL: Hashable, Sendable {
    /// Why a text is not such a link.
    public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
        /// More than 2 048 code points.
        case tooLong
        /// Not a URL: a control character, a broken percent escape, a character that a host cannot have.
        case malformed
        /// Nothing before a colon, or an empty text.
        case schemeMissing
        /// One of the four schemes that could run or read something on the device.
        case schemeForbidden
        /// A web link to nowhere.
        case hostMissing
    }

    /// The most code points that a link may have.
    public static let maximumLength = 2048

    /// The link as it was written.
    public let text: String
    /// The scheme in lower case.
    public let scheme: String

    /// Takes a link that keeps the rules.
    public init(_ text: String) throws(Refusal) {
        guard text.unicodeScalars.count <= Self.maximumLength else { throw .tooLong }
        let parts: URLParts
        do {
            parts = try URLParts(Array(text.utf8))
        } catch {
            throw .malformed
        }
        guard !parts.scheme.isEmpty else { throw .schemeMissing }
        let scheme = String(decoding: parts.scheme, as: UTF8.self)
        guard !Self.forbiddenSchemes.contains(scheme) else { throw .schemeForbidden }
        self.text = text
        self.scheme = scheme
        guard !isWeb || !parts.host.isEmpty else { throw .hostMissing }
    }

    /// Whether the scheme is `http` or `https`.
    public var isWeb: Bool { scheme == "http" || scheme == "https" }

    private static let forbiddenSchemes: Set<String> = ["javascript", "data", "file", "vbscript"]
}

extension ActionURL.Refusal: CustomStringConvertible {
    /// The rule in words; nothing of the link.
    public var description: String {
        switch self {
        case .tooLong: "the url is longer than \(ActionURL.maximumLength) characters"
        case .malformed: "the url is not a valid URL"
        case .schemeMissing: "the url has no scheme"
        case .schemeForbidden: "the scheme of the url is not allowed"
        case .hostMissing: "the url has no host"
        }
    }
}
