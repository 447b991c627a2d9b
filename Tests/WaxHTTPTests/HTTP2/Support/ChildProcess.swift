// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// Another program. Foundation's `Process` lets it inherit a mask that blocks SIGTERM, and leaks under LeakSanitizer.
final class ChildProcess: Sendable {
    private let identifier: pid_t

    /// Starts a program whose output goes to a file, or nowhere.
    init(_ program: String, _ arguments: [String], output: String = "/dev/null") throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        words.append(nil)
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, program, &actions, &attributes, words, environ)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
        self.identifier = identifier
    }

    /// Blocks until the program has ended by itself: its exit status.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) == -1 && errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }

    /// Ends the program.
    func stop() {
        kill(identifier, SIGKILL)
        _ = wait()
    }
}
