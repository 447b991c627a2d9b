// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A program that runs beside the benchmark and ends with this value; what it prints goes to a file.
final class ChildProgram {
    /// What a program has used since it started.
    struct Usage {
        /// CPU time of all its threads, in seconds.
        let cpuSeconds: Double
        /// The most memory it ever had resident, in bytes.
        let peakBytes: Int
    }

    let pid: pid_t
    private let name: String
    private let output: String
    private var hasEnded = false

    /// Starts `command` with `environment` added to this program's own.
    init(_ command: [String], environment: [(name: String, value: String)] = [], output: String) throws {
        name = command[0].split(separator: "/").last.map(String.init) ?? command[0]
        self.output = output
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.name)=\($0.value)") } + Self.inherited() + [nil]
        defer { for string in arguments + variables { free(string) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Dispatch's threads block signals, and what they block the program would never hear.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var child = pid_t()
        guard posix_spawnp(&child, command[0], &actions, &attributes, &arguments, &variables) == 0 else {
            throw BenchmarkFailure("\(command[0]) cannot be started")
        }
        pid = child
    }

    deinit {
        guard !hasEnded else { return }
        kill(pid, SIGTERM)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }

    /// Throws once the program has ended, with what it said.
    func checkIsRunning() throws {
        var status: Int32 = 0
        if !hasEnded { hasEnded = waitpid(pid, &status, WNOHANG) != 0 }
        if hasEnded { throw BenchmarkFailure("\(name) has ended: \(try TextFile.read(output))") }
    }

    /// Waits until `find` finds something in what the program has printed.
    func first<Result>(_ find: (String) -> Result?) throws -> Result {
        for _ in 0..<3000 {
            if let found = find(try TextFile.read(output)) { return found }
            try checkIsRunning()
            usleep(10_000)
        }
        throw BenchmarkFailure("\(name) did not say what was waited for: \(try TextFile.read(output))")
    }

    /// Waits until it says at which port it listens.
    func listeningPort() throws -> UInt16 {
        try first { text in
            text.split(separator: "\n").first { $0.contains(" listening at ") }
                .flatMap { $0.split(separator: ":").last }.flatMap { UInt16($0) }
        }
    }

    /// Whether it has printed this by now.
    func says(_ text: String) throws -> Bool { try TextFile.read(output).contains(text) }

    /// What it has used so far.
    func usage() throws -> Usage {
        try checkIsRunning()
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            throw BenchmarkFailure("the CPU time of \(name) cannot be read")
        }
        return Usage(
            cpuSeconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9, peakBytes: try status("VmHWM") * 1024)
    }

    /// The memory that it has resident now, in bytes.
    func residentBytes() throws -> Int { try status("VmRSS") * 1024 }

    /// How many threads it has now.
    func threadCount() throws -> Int { try status("Threads") }

    /// A number that the kernel tells of it, 0 for one that it does not tell.
    private func status(_ name: String) throws -> Int {
        let line = try TextFile.read("/proc/\(pid)/status").split(separator: "\n").first { $0.hasPrefix("\(name):") }
        let words = line?.split { $0 == " " || $0 == "\t" } ?? []
        return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    /// Waits for its end; returns the CPU time of all its threads, in seconds. Throws when it failed.
    func finish() throws -> Double {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(pid, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw BenchmarkFailure("\(name) cannot be waited for") }
        }
        hasEnded = true
        guard status == 0 else { throw BenchmarkFailure("\(name) has failed: \(try TextFile.read(output))") }
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    /// Ends it with SIGKILL.
    func killAndWait() {
        kill(pid, SIGKILL)
        var status: Int32 = 0
        while !hasEnded, waitpid(pid, &status, 0) < 0, errno == EINTR {}
        hasEnded = true
    }

    /// Where the programs are that belong to this one.
    static func ownDirectory() throws -> String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else { throw BenchmarkFailure("this program's own place is not known") }
        let text = String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    }

    private static func inherited() -> [UnsafeMutablePointer<CChar>?] {
        var variables: [UnsafeMutablePointer<CChar>?] = []
        var next = environ
        while let variable = next.pointee {
            if strncmp(variable, "WAXWING_", 8) != 0 { variables.append(strdup(variable)) }
            next += 1
        }
        return variables
    }
}
