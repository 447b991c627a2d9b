// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxHTTP

/// What an `Authorization: Basic` header carries, in the way of OAuth: both parts are form-encoded before they are
/// joined (RFC 6749 section 2.3.1, RFC 7617).
struct BasicCredentials: Equatable {
    let user: String
    let password: String

    /// Nil for another scheme, or for what cannot be decoded.
    init?(authorization: String) {
        let parts = authorization.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "basic", let joined = Self.decode(parts[1]) else {
            return nil
        }
        guard let colon = joined.firstIndex(of: UInt8(ascii: ":")),
            let user = QueryItem.decode(joined[..<colon]), let password = QueryItem.decode(joined[(colon + 1)...])
        else { return nil }
        self.user = user
        self.password = password
    }

    /// Base64 of the standard alphabet, with its padding.
    private static func decode(_ text: Substring) -> [UInt8]? {
        guard text.utf8.count.isMultiple(of: 4), !text.utf8.contains(where: { "-_".utf8.contains($0) }) else {
            return nil
        }
        var characters = text.utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        for _ in 0..<2 where characters.last == UInt8(ascii: "=") { characters.removeLast() }
        return Base64URL.decode(String(decoding: characters, as: UTF8.self))
    }
}
