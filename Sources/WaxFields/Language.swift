// SPDX-License-Identifier: Apache-2.0

/// The languages in which messages are given.
package enum Language: Sendable {
    case english, french

    /// The one that an `Accept-Language` header prefers (RFC 9110 section 12.5.4); English when it names neither.
    package init(acceptLanguage header: String?) {
        self = .english
        guard let header else { return }
        var best: (language: Language, quality: Double) = (.english, 0)
        for item in header.split(separator: ",") {
            let parts = item.lowercased().split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let language = parts.first.flatMap(Self.init(tag:)) else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if quality > best.quality { best = (language, quality) }
        }
        self = best.language
    }

    /// The language of a range such as `fr-CA`, in lower case; nil for others and for `*`.
    private init?(tag: String) {
        switch tag.prefix(while: { $0 != "-" }) {
        case "fr": self = .french
        case "en": self = .english
        default: return nil
        }
    }
}
