// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A directory of a test's own, removed with the value.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("waxwing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` inside.
    package func file(_ name: String) -> String { "\(path)/\(name)" }
}
