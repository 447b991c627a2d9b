// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON

/// `waxwing relay` in a process of its own, at a port that the kernel chose.
struct RelayProgram {
    let program: ChildProgram
    let port: UInt16
    private let log: String

    init(
        _ world: RelayWorld, threads: Int, isSink: Bool, environment: [(name: String, value: String)] = []
    ) throws {
        log = "\(world.directory)/relay.log"
        program = try ChildProgram(
            [
                "\(ChildProgram.ownDirectory())/waxwing", "relay", "--listen", "127.0.0.1:0", "--host", RelayWorld.host,
                "--config", "\(world.directory)/relay.json", "--keys", "\(world.directory)/keys", "--state",
                "\(world.directory)/state", "--threads", "\(threads)", "--verbose",
            ] + (isSink ? ["--sink"] : []), environment: environment, output: log)
        port = try program.first { text in
            text.split(separator: "\n").first { $0.contains(" listening at ") }
                .flatMap { $0.split(separator: ":").last }.flatMap { UInt16($0) }
        }
    }

    /// What it has logged.
    func logged() throws -> String { try TextFile.read(log) }

    /// The memory that it has resident now, in bytes.
    func residentBytes() throws -> Int {
        let line = try TextFile.read("/proc/\(program.pid)/status").split(separator: "\n").first {
            $0.hasPrefix("VmRSS:")
        }
        let kibibytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
        return (kibibytes ?? 0) * 1024
    }

    /// A count of its metrics, as of the last full minute.
    func count(_ name: String) async throws -> Int {
        let connection = try RelayConnection(port: port)
        let text = try connection.get("/metrics")
        let line = text.split(separator: "\n").first { $0.hasPrefix("waxwing_relay_\(name)_total ") }
        return line.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0
    }
}
