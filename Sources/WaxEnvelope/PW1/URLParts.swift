// SPDX-License-Identifier: Apache-2.0

/// The scheme and the host of a URL, which are all that the rule for links asks about.
///
/// Refuses what a strict reader of RFC 3986 refuses: control characters, a broken percent escape in user, host, path
/// or fragment, a port that is not a number, and a character that a user or host cannot have. A space in the path is
/// let through, as browsers and Go do.
struct URLParts {
    /// Lower case; empty when the text begins with none.
    let scheme: [UInt8]
    /// Without user and port; empty when there is none.
    let host: [UInt8]

    struct Malformed: Error {}

    init(_ url: [UInt8]) throws(Malformed) {
        guard !url.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw Malformed() }
        var rest = url[...]
        let fragment = Self.cut(&rest, at: "#")
        try Self.checkEscapes(fragment)
        scheme = Self.takeScheme(&rest)
        _ = Self.cut(&rest, at: "?")
        guard rest.first == UInt8(ascii: "/") else {
            // What follows the scheme is opaque (`tel:`, `mailto:`): only its own handler knows the rules.
            host = []
            return
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            host = try Self.host(inAuthority: rest[..<end])
            rest = rest[end...]
        } else {
            host = []
        }
        try Self.checkEscapes(rest)
    }

    /// Ends `text` before the first `mark` and returns what followed it.
    private static func cut(_ text: inout ArraySlice<UInt8>, at mark: Unicode.Scalar) -> ArraySlice<UInt8> {
        guard let place = text.firstIndex(of: UInt8(ascii: mark)) else { return [] }
        let rest = text[(place + 1)...]
        text = text[..<place]
        return rest
    }

    /// Steps over a scheme and its colon; empty when the text does not begin with one.
    private static func takeScheme(_ text: inout ArraySlice<UInt8>) -> [UInt8] {
        for (offset, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if offset == 0 { return [] }
            case UInt8(ascii: ":"):
                let scheme = text.prefix(offset).map {
                    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
                }
                text = text.dropFirst(offset + 1)
                return scheme
            default: return []
            }
        }
        return []
    }

    private static func host(inAuthority authority: ArraySlice<UInt8>) throws(Malformed) -> [UInt8] {
        var host = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            let user = authority[..<at]
            guard user.allSatisfy({ isUnreserved($0) || "!$&'()*+,;=:%@".utf8.contains($0) }) else { throw Malformed() }
            try checkEscapes(user)
            host = authority[(at + 1)...]
        }
        if host.first == UInt8(ascii: "[") {
            guard let end = host.lastIndex(of: UInt8(ascii: "]")) else { throw Malformed() }
            try checkPort(host[(end + 1)...])
            host = host[...end]
            guard host.count > 2 else { throw Malformed() }
        } else if let colon = host.lastIndex(of: UInt8(ascii: ":")) {
            try checkPort(host[colon...])
            host = host[..<colon]
        }
        try checkHost(host)
        return Array(host)
    }

    /// Takes nothing, or a colon and digits.
    private static func checkPort(_ port: ArraySlice<UInt8>) throws(Malformed) {
        guard let colon = port.first else { return }
        let isDecimal = port.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard colon == UInt8(ascii: ":"), isDecimal else { throw Malformed() }
    }

    private static func checkHost(_ host: ArraySlice<UInt8>) throws(Malformed) {
        try checkEscapes(host)
        for (index, byte) in zip(host.indices, host) where byte < 0x80 && !isUnreserved(byte) {
            if byte == UInt8(ascii: "%") {
                // RFC 3986 escapes only non-ASCII bytes in a host, RFC 6874 also the mark of a zone.
                let isZoneMark = host[(index + 1)...].starts(with: "25".utf8)
                guard host[index + 1] >= UInt8(ascii: "8") || isZoneMark else { throw Malformed() }
            } else {
                guard "!$&'()*+,;=:[]<>\"".utf8.contains(byte) else { throw Malformed() }
            }
        }
    }

    /// Takes a text in which two hexadecimal digits follow each percent sign.
    private static func checkEscapes(_ text: ArraySlice<UInt8>) throws(Malformed) {
        for (index, byte) in zip(text.indices, text) where byte == UInt8(ascii: "%") {
            guard index + 2 < text.endIndex, Hexadecimal.value(text[index + 1]) != nil,
                Hexadecimal.value(text[index + 2]) != nil
            else { throw Malformed() }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
