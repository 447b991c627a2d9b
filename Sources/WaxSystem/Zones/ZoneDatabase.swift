// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The time zones that the system knows (Debian: package `tzdata`).
package final class ZoneDatabase: Sendable {
    /// Where the files are.
    package let folder: String

    /// Reading the same file again would cost a schedule more than all else.
    private let known = Locked<[String: ZoneRules]>([:])

    private static let longestFile = 1 << 20
    private static let longestName = 64

    package init(folder: String = "/usr/share/zoneinfo") {
        self.folder = folder
    }

    /// The zone with a name such as `Europe/Berlin`, in its exact spelling; nil for one that is not there.
    package func zone(named name: String) -> ZoneRules? {
        guard Self.isName(name) else { return nil }
        if let rules = known.withLock({ $0[name] }) { return rules }
        guard let rules = Self.read("\(folder)/\(name)").flatMap({ ZoneRules(file: $0) }) else { return nil }
        known.withLock { $0[name] = rules }
        return rules
    }

    /// Whether the files are there at all.
    package var isInstalled: Bool { zone(named: "Europe/Berlin") != nil }

    /// A name is a path below the folder, and one that means the same on every machine.
    private static func isName(_ name: String) -> Bool {
        guard name.utf8.count <= longestName else { return false }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isWord = { (part: Substring) in
            !part.isEmpty
                && part.utf8.allSatisfy {
                    (97...122).contains($0 | 0x20) || (48...57).contains($0) || "_+-".utf8.contains($0)
                }
        }
        return parts.allSatisfy(isWord) && !["posix", "right", "localtime", "posixrules"].contains(parts[0])
    }

    private static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: longestFile)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(file, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            filled += count
        }
        return filled < bytes.count ? Array(bytes[..<filled]) : nil
    }
}
