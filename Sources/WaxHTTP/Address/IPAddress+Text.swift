// SPDX-License-Identifier: Apache-2.0
import Glibc

extension IPAddress: CustomStringConvertible {
    /// Reads dotted decimal or RFC 4291 text, without brackets, port and zone; nil for anything else.
    package init?(_ text: String) {
        guard !text.utf8.contains(0) else { return nil }  // C would read up to it.
        var v4 = in_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            self.init(v4)
            return
        }
        var v6 = in6_addr()
        guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
        self.init(v6)
    }

    /// Dotted decimal, or the text of RFC 5952.
    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        switch self {
        case .v4:
            var bytes = in4
            inet_ntop(AF_INET, &bytes, &text, socklen_t(text.count))
        case .v6:
            var bytes = in6
            inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
        }
        return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }
}
