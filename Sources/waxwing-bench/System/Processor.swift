// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The machine that the figures are of.
enum Processor {
    /// How many processors it has, and their name.
    static var description: String {
        let name = try? TextFile.read("/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":").last?.drop { $0 == " " }
        return "\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors\(name.map { " (\($0))" } ?? "")"
    }
}
