// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaxCommands

/// A command of `waxwing` that ends by itself, as a child of this process.
enum WaxwingCommand {
    /// What it prints. Throws when it fails.
    static func output(of program: String, _ arguments: [String]) async throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
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
        guard status == 0 else { throw CommandFailure("'waxwing \(arguments.joined(separator: " "))' failed") }
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// Makes an API key for a mode, `live` or `test`.
    static func createKey(_ program: String, dataDirectory: String, mode: String) async throws -> String {
        try await output(
            of: program, ["keys", "create", "--data", dataDirectory, "--mode", mode, "--label", "demo"]
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
