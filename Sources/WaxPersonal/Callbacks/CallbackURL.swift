// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP

/// Where a callback may go: an https URL without user and password, at a host of the public internet.
///
/// A name is looked up when a connection is made, and its addresses are judged then; names that only a private network
/// has are refused at once.
package struct CallbackURL: Hashable, Sendable {
    package static let longest = 2048

    package let text: String

    /// Nil for a URL that may not be called; `.any` lets it be http and anywhere.
    package init?(_ text: String, _ policy: TargetPolicy) {
        guard text.utf8.count <= Self.longest, let target = TargetURL(text), !target.hasUser, !target.hasFragment,
            target.scheme == "https" || policy == .any,
            target.address.map(policy.allows) ?? (policy == .any || Self.isPublicName(target.host))
        else { return nil }
        self.text = text
    }

    private static func isPublicName(_ host: String) -> Bool {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return name.contains(".") && !privateSuffixes.contains { name.hasSuffix($0) }
    }

    private static let privateSuffixes = [
        ".localhost", ".local", ".internal", ".lan", ".home.arpa", ".svc", ".default",
    ]
}
