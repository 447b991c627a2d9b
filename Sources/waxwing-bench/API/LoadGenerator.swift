// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Runs wrk against one port of this machine.
struct LoadGenerator {
    /// What a run came to.
    struct Result {
        let requestsPerSecond: Double
        /// The 99th percentile of the latency in milliseconds.
        let p99: Double
        /// Microseconds of CPU time that this process, the server, spent on one request.
        let cpuTime: Double
    }

    let connections: Int
    /// Where the script and its result are written.
    let directory: String

    /// Sends `load` to `port` for so long. Throws when wrk is missing, or when any request was not answered by a 2xx.
    func run(_ load: Load, number: Int, port: UInt16, seconds: Int) throws -> Result {
        let script = "\(directory)/load.lua"
        let result = "\(directory)/load.txt"
        unlink(result)
        try TextFile.write(load.script(run: number, result: result), to: script)
        let before = Self.cpuTime()
        try start(["wrk", "-t2", "-c\(connections)", "-d\(seconds)s", "-s", script, "http://127.0.0.1:\(port)/"])
        let numbers = try TextFile.read(result).split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 4, numbers[0] > 0, numbers[1] > 0 else { throw BenchmarkFailure("wrk made no request") }
        guard numbers[3] == 0 else { throw BenchmarkFailure("\(decimal(numbers[3], 0)) requests failed") }
        return Result(
            requestsPerSecond: numbers[0] / numbers[1] * 1_000_000, p99: numbers[2] / 1000,
            cpuTime: (Self.cpuTime() - before) / numbers[0])
    }

    private static func cpuTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    private func start(_ command: [String]) throws {
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        var child = pid_t()
        guard posix_spawnp(&child, command[0], &actions, nil, &arguments, environ) == 0 else {
            throw BenchmarkFailure("wrk cannot be started; the Debian package wrk has it")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw BenchmarkFailure("wrk failed") }
    }
}
