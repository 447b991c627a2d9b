// SPDX-License-Identifier: Apache-2.0
import Glibc

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
        port = try program.listeningPort()
    }

    /// What it has logged.
    func logged() throws -> String { try TextFile.read(log) }

    /// Waits until it has nothing more to do.
    func settle() throws {
        var last = -1.0
        while true {
            let now = try program.usage().cpuSeconds
            guard now - last > 0.002 else { return }
            last = now
            usleep(300_000)
        }
    }
}
