// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A folder for one run, removed after it with all that is in it.
final class WorkDirectory {
    let path: String

    init(in parent: String) throws {
        var template = Array("\(parent)/waxwing-bench-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template), let absolute = realpath(made, nil) else {
            throw BenchmarkFailure("no folder can be made in \(parent)")
        }
        defer { free(absolute) }
        path = String(cString: absolute)
    }

    deinit { Self.remove(path) }

    /// The median time in milliseconds that the disk takes for a page: what every commit waits for.
    func syncTime() throws -> Double {
        let file = open("\(path)/sync", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchmarkFailure("\(path) cannot be written") }
        defer { close(file) }
        let page = [UInt8](repeating: 1, count: 4096)
        let clock = ContinuousClock()
        return median(
            (0..<101).map { _ in
                let time = clock.measure {
                    _ = write(file, page, page.count)
                    fdatasync(file)
                }
                return time / .milliseconds(1)
            })
    }

    private static func remove(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != "." && name != ".." { remove("\(path)/\(name)") }
            }
            closedir(folder)
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}
