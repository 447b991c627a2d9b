// SPDX-License-Identifier: Apache-2.0

/// Push services of browsers that are known by name: what is sent to them floods no stranger's server, and they answer.
struct PushServices: Hashable, Sendable {
    /// One host, or every host below a domain.
    struct Host: Hashable, Sendable {
        private let name: String
        private let isDomain: Bool

        /// `push.example`, or `*.push.example` for what is below it.
        init?(_ text: String) {
            let lower = text.lowercased()
            isDomain = lower.utf8.starts(with: "*.".utf8)
            name = isDomain ? String(lower.dropFirst()) : lower
            let letters = name.utf8.drop { isDomain && $0 == UInt8(ascii: ".") }
            guard !letters.isEmpty, letters.allSatisfy(Self.isLetter) else { return nil }
        }

        func contains(_ host: String) -> Bool {
            isDomain
                ? host.utf8.count > name.utf8.count && host.utf8.suffix(name.utf8.count).elementsEqual(name.utf8)
                : host.utf8.elementsEqual(name.utf8)
        }

        private static func isLetter(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
    }

    private let hosts: [Host]

    init(_ hosts: [Host]) { self.hosts = hosts }

    /// Those of Chrome and what is made from it, Firefox, Edge and Safari.
    static let wellKnown = PushServices(
        ["fcm.googleapis.com", "updates.push.services.mozilla.com", "*.notify.windows.com", "*.push.apple.com"]
            .compactMap(Host.init))

    /// Whether a host, in lower case, is one of them.
    func contains(_ host: String) -> Bool { hosts.contains { $0.contains(host) } }
}
