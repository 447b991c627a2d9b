// SPDX-License-Identifier: Apache-2.0

extension HTTPRequestHead {
    /// The bearer token that the request carries (RFC 6750 section 2.1); nil without exactly one.
    package var bearerToken: String? {
        let fields = headers.values("authorization")
        guard fields.count == 1 else { return nil }
        let field = fields[0].utf8
        let scheme = field.prefix(6)
        guard scheme.elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }) else { return nil }
        let token = field[scheme.endIndex...].drop { $0 == UInt8(ascii: " ") }
        guard token.startIndex > scheme.endIndex, !token.contains(UInt8(ascii: " ")) else { return nil }
        return String(token)
    }

    /// Whether the body calls itself JSON, in the one encoding that it has (RFC 8259 section 8.1).
    package var saysJSON: Bool {
        guard let type = headers["content-type"] else { return false }
        if type.utf8.elementsEqual("application/json".utf8) { return true }
        let parts = type.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
        guard parts.first == "application/json" else { return false }
        return parts.dropFirst().allSatisfy {
            !$0.hasPrefix("charset=") || $0 == "charset=utf-8" || $0 == "charset=\"utf-8\""
        }
    }
}
