// SPDX-License-Identifier: Apache-2.0
package import Foundation
import WaxSystem

/// A program that a test started. It dies with the value.
///
/// Not `Process`: other children inherit its pipes, whose end would then wait for theirs, and its children inherit the
/// signals that a thread here blocks.
package final class ChildProcess: Sendable {
    /// How a program ended.
    package enum End: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// A standard stream, by its number.
    package enum Stream: Int, Hashable, Sendable, CaseIterable {
        case input, output, errors
    }

    private struct State {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var openStreams = 2
        var end: End?
    }

    /// The number of the process.
    package let pid: pid_t
    private let state = Locked(State())
    package static let patience = Duration.seconds(120)

    private let terminal: PseudoTerminal?

    /// Starts `command`, whose first word is looked for in PATH, with `input` as its standard input.
    ///
    /// `environment` is added to the test's own, of which no variable named `WAXWING_…` or `PUSHWARD_…` is passed on. The
    /// streams in `onTerminal` are a terminal: what the program writes there is `output`, or `errors` when that alone
    /// is there.
    package init(
        _ command: [String], environment: [(name: String, value: String)] = [], input: [UInt8] = [],
        onTerminal: Set<Stream> = []
    ) throws {
        let (standardInput, output, errors) = (try SocketPair(), try SocketPair(), try SocketPair())
        let terminal = onTerminal.isEmpty ? nil : try PseudoTerminal()
        self.terminal = terminal
        let pairs = [standardInput, output, errors]
        let streams = Stream.allCases.map { stream in
            terminal.flatMap { onTerminal.contains(stream) ? $0.program : nil } ?? pairs[stream.rawValue].theirs
        }
        pid = try Self.spawn(command, environment, streams)
        for pair in pairs { close(pair.theirs) }
        BackgroundThread.start { Self.write(input, to: standardInput.ours) }
        read(output.ours, into: \.output)
        read(errors.ours, into: \.errors)
        if let terminal {
            close(terminal.program)
            state.withLock { $0.openStreams += 1 }
            read(terminal.screen, into: onTerminal.contains(.output) ? \.output : \.errors)
        }
        awaitEnd()
    }

    /// Types on the terminal, which has to be there.
    package func type(_ text: String) {
        guard let terminal, isRunning else { return }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(terminal.screen, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    deinit { kill(SIGKILL) }

    /// What the program has written to its standard output.
    package var output: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }
    /// What the program has written to its standard error.
    package var errors: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }
    /// Whether it has not ended.
    package var isRunning: Bool { state.withLock { $0.end == nil } }

    /// Sends a signal, unless the program has ended.
    package func kill(_ signal: Int32) {
        // Whoever holds the lock sees the process before its number can be another's.
        state.withLock { if $0.end == nil { _ = Glibc.kill(pid, signal) } }
    }

    /// Waits until the program has ended and all that it wrote is read.
    package func end(within limit: Duration = patience) async throws -> End {
        let end = await inBackground { [state] in
            state.wait(atMost: limit) { $0.openStreams == 0 ? $0.end : nil }
        }
        guard let end else { throw TestFailure("process \(pid) does not end") }
        return end
    }

    /// Waits until `find` finds something in the standard output; nil when the program ends without it.
    package func firstInOutput<Result: Sendable>(
        _ find: @escaping @Sendable (String) -> Result?
    ) async throws -> Result? {
        try await first(in: \.output, find)
    }

    /// Waits until `find` finds something in the standard error; nil when the program ends without it.
    package func firstInErrors<Result: Sendable>(
        _ find: @escaping @Sendable (String) -> Result?
    ) async throws -> Result? {
        try await first(in: \.errors, find)
    }

    private func first<Result: Sendable>(
        in stream: any KeyPath<State, [UInt8]> & Sendable, _ find: @escaping @Sendable (String) -> Result?
    ) async throws -> Result? {
        let found = await inBackground { [state] in
            state.wait(atMost: Self.patience) { state -> Result?? in
                if let result = find(String(decoding: state[keyPath: stream], as: UTF8.self)) { return .some(result) }
                return state.openStreams == 0 && state.end != nil ? .some(nil) : nil
            }
        }
        guard let found else { throw TestFailure("process \(pid) does not go on") }
        return found
    }

    private func read(_ descriptor: Int32, into stream: any WritableKeyPath<State, [UInt8]> & Sendable) {
        BackgroundThread.start { [state] in
            var chunk = [UInt8](repeating: 0, count: 64 * 1024)
            while case let count = Glibc.read(descriptor, &chunk, chunk.count), count > 0 {
                state.withLock { $0[keyPath: stream] += chunk[..<count] }
                state.notify()
            }
            close(descriptor)
            state.withLock { $0.openStreams -= 1 }
            state.notify()
        }
    }

    private func awaitEnd() {
        BackgroundThread.start { [state, pid] in
            var info = siginfo_t()
            while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            state.withLock { state in
                var status: Int32 = 0
                waitpid(pid, &status, 0)
                let signal = status & 0x7F
                state.end = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
            }
            state.notify()
        }
    }

    private static func write(_ input: [UInt8], to descriptor: Int32) {
        var rest = input[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        close(descriptor)
    }

    private static func spawn(
        _ command: [String], _ environment: [(name: String, value: String)], _ streams: [Int32]
    ) throws -> pid_t {
        var variables = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("WAXWING_") && !$0.key.hasPrefix("PUSHWARD_")
        }
        variables["SWIFT_BACKTRACE"] = "enable=no"
        for (name, value) in environment { variables[name] = value }
        var arguments = cStrings(command)
        var assignments = cStrings(variables.map { "\($0.key)=\($0.value)" })
        defer { for string in arguments + assignments { free(string) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in streams.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var child = pid_t()
        let code = posix_spawnp(&child, command[0], &actions, &attributes, &arguments, &assignments)
        guard code == 0 else { throw TestFailure("\(command[0]) cannot be started: error \(code)") }
        return child
    }

    private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }
}

/// Two ends of one connection, which no child inherits by itself.
private struct SocketPair {
    let ours: Int32
    let theirs: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw TestFailure("no sockets are left")
        }
        (ours, theirs) = (ends[0], ends[1])
    }
}
