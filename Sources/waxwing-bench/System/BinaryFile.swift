// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Files of any size.
enum BinaryFile {
    /// Makes a copy of a file, where none is yet.
    static func copy(_ path: String, to copy: String) throws {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw BenchmarkFailure("\(path) cannot be read") }
        defer { close(source) }
        let target = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw BenchmarkFailure("\(copy) cannot be written") }
        defer { close(target) }
        while true {
            let count = sendfile(target, source, nil, 1 << 30)
            guard count >= 0 else { throw BenchmarkFailure("\(copy) cannot be written") }
            if count == 0 { return }
        }
    }
}
