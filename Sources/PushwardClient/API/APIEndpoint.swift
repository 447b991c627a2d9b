// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// Where the API is: an `https` URL, or an `http` one of this machine, so that no key crosses a network in the clear.
package struct APIEndpoint: Hashable, Sendable {
    /// The URL without slashes at its end; a path stays.
    package let text: String
    /// Whether it is this machine, which no proxy leads to.
    package let isLoopback: Bool

    /// Throws `usage` with the rule that `text` breaks; `origin` names where the text comes from.
    package init(_ text: String, origin: String) throws(ClientError) {
        guard let url = TargetURL(text), text.contains("://"), !text.contains("?"), !url.hasFragment else {
            throw .usage("\(origin) must be a URL such as https://push.example.org")
        }
        guard !url.hasUser else { throw .usage("\(origin) must not hold a user or a password") }
        isLoopback = url.host == "localhost" || url.address?.isLoopback == true
        guard url.scheme == "https" || isLoopback else {
            throw .usage("\(origin) must begin with https://; http:// is for this machine alone")
        }
        var end = text.utf8.endIndex
        while end > text.utf8.startIndex, text.utf8[text.utf8.index(before: end)] == UInt8(ascii: "/") {
            end = text.utf8.index(before: end)
        }
        self.text = String(text[..<end])
    }
}
