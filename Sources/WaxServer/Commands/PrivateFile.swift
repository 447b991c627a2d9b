// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Files whose content no message repeats.
enum PrivateFile {
    static func read(_ path: String, setting: String) throws -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw ServerError("\(setting): \(path) cannot be read")
        }
    }
}
