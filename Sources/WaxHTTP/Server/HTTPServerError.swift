// SPDX-License-Identifier: Apache-2.0

/// Why a server did not start.
package enum HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address cannot be listened at; `code` is an errno.
    case listen(address: IPAddress, port: UInt16, code: Int32)
    /// The process may not open as many files as the connection limit takes.
    case tooFewFiles(needed: Int, allowed: Int)
    /// Certificate and key cannot be read, or do not belong together.
    case badCertificate
    /// The library refused to start.
    case notStarted

    /// One line for whoever starts the server.
    package var description: String {
        switch self {
        case .listen(let address, let port, let code):
            "cannot listen at \(address) port \(port): \(String(errno: code))"
        case .tooFewFiles(let needed, let allowed):
            "the connection limit takes \(needed) open files, but the process may have \(allowed)"
        case .badCertificate: "the TLS certificate and key cannot be used"
        case .notStarted: "the HTTP server did not start"
        }
    }
}
