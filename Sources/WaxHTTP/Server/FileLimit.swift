// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// How many files and sockets the process may have open.
package enum FileLimit {
    /// What databases, logs and outgoing connections take beside the connections of a server.
    private static let reserve = 512

    /// Raises the limit so that `connections` fit beside the rest.
    package static func raise(forConnections connections: Int) throws(HTTPServerError) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let needed = rlim_t(connections + reserve)
        guard limit.rlim_cur < needed else { return }
        guard limit.rlim_max >= needed else {
            throw .tooFewFiles(needed: Int(needed), allowed: Int(clamping: limit.rlim_max))
        }
        limit.rlim_cur = needed
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw .tooFewFiles(needed: Int(needed), allowed: Int(clamping: limit.rlim_max))
        }
    }
}
