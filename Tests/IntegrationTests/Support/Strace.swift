// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// The program that shows what the kernel is asked for.
enum Strace {
    /// Nil when it is not installed.
    static let path = ["/usr/bin/strace", "/usr/local/bin/strace"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Whether it is there and the machine lets it trace, which containers may forbid.
    static func isAllowed() async throws -> Bool {
        guard let path else { return false }
        let probe = try ChildProcess([path, "-D", "-f", "-o", "/dev/null", "true"])
        return try await probe.end() == .exited(0) && probe.errors.isEmpty
    }
}
