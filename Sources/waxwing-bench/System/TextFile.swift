// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Texts, whole.
enum TextFile {
    static func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchmarkFailure("\(path) cannot be written") }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw BenchmarkFailure("\(path) cannot be written")
        }
    }

    static func read(_ path: String) throws -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw BenchmarkFailure("\(path) cannot be read") }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = Glibc.read(file, &part, part.count)
            guard count >= 0 else { throw BenchmarkFailure("\(path) cannot be read") }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += part[..<count]
        }
    }

    /// The files of a directory and their sizes.
    static func directory(_ path: String) throws -> [(name: String, byteCount: Int)] {
        guard let folder = opendir(path) else { throw BenchmarkFailure("\(path) cannot be read") }
        defer { closedir(folder) }
        var files: [(name: String, byteCount: Int)] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            guard name != ".", name != "..", stat("\(path)/\(name)", &status) == 0 else { continue }
            files.append((name, Int(status.st_size)))
        }
        return files
    }
}
