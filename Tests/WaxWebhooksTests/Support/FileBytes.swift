// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The bytes of files.
enum FileBytes {
    /// All of a file; nothing when there is none.
    static func read(_ path: String) throws -> [UInt8] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        Data(bytes).range(of: Data(text.utf8)) != nil
    }
}
