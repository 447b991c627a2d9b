// SPDX-License-Identifier: Apache-2.0

/// The languages in which messages are given.
package enum Language: Sendable {
    case english, french

    /// The one that an `Accept-Language` header prefers (RFC 9110 section 12.5.4); English when it names neither.
    package init(acceptLanguage header: String?) {
        var best: (language: Language, quality: Double) = (.english, 0)
        for item in (header ?? "").split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let tag = parts.first?.lowercased() else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            let primary = tag.split(separator: "-").first.map(String.init)
            let language: Language? = primary == "fr" ? .french : primary == "en" ? .english : nil
            if let language, quality > best.quality { best = (language, quality) }
        }
        self = best.language
    }
}
