// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// What arguments may point to instead of holding it: files, and standard input, which can be read once.
package struct DataSource: Sendable {
    /// The most bytes that are read, from either.
    package static let maximumBytes = 1 << 20

    private let isSpent = Locked(false)
    private let standardInput: @Sendable (Int) throws(ClientError) -> [UInt8]

    /// - Parameter standardInput: reads to the end, but no more than the given number of bytes.
    package init(standardInput: @escaping @Sendable (Int) throws(ClientError) -> [UInt8]) {
        self.standardInput = standardInput
    }

    /// All of standard input. Throws `usage` when it has been read before, or is too long.
    package func readStandardInput() throws(ClientError) -> [UInt8] {
        let wasSpent = isSpent.withLock { isSpent in
            defer { isSpent = true }
            return isSpent
        }
        guard !wasSpent else { throw .usage("standard input can be read only once") }
        let bytes = try standardInput(Self.maximumBytes + 1)
        guard bytes.count <= Self.maximumBytes else { throw .usage("standard input is longer than 1 MiB") }
        return bytes
    }

    /// All of a file, or of standard input for `-`. Throws `usage` for one that cannot be read or is too long.
    package func read(_ path: String) throws(ClientError) -> [UInt8] {
        if path == "-" { return try readStandardInput() }
        do throws(FileFailure) {
            return try FileBytes.read(path, limit: Self.maximumBytes)
        } catch {
            throw .usage("\(path.printable) \(error)")
        }
    }

    /// As `read`, as text. Throws `usage` for bytes that are not UTF-8, too.
    package func readText(_ path: String) throws(ClientError) -> String {
        guard let text = String(validating: try read(path), as: UTF8.self) else {
            throw .usage("\(path == "-" ? "standard input" : path.printable) is not UTF-8 text")
        }
        return text
    }
}
