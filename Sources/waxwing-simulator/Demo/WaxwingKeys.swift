// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaxCommands
import WaxSimulator

/// `waxwing keys create` as a child of this process.
enum WaxwingKeys {
    /// Makes an API key for a mode, `live` or `test`.
    static func create(_ program: String, dataDirectory: String, mode: String) async throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["keys", "create", "--data", dataDirectory, "--mode", mode, "--label", "demo"]
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        let status = await withCheckedContinuation { (continuation: CheckedContinuation<Int32, Never>) in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                continuation.resume(returning: -1)
            }
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard status == 0, key.hasPrefix("mk_") else { throw CommandFailure("no API key could be made") }
        return key
    }
}
