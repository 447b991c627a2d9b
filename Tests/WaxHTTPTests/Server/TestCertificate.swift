// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport
import WaxHTTP

/// A certificate for 127.0.0.1 that signs itself, made by the `openssl` command.
struct TestCertificate {
    struct Failure: Error {
        let status: Int32
    }

    let tls: HTTPServer.TLS
    /// The file that a client trusts.
    let authorityFile: String

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        authorityFile = directory.file("certificate.pem")
        try Self.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1", "-batch",
            "-keyout", directory.file("key.pem"), "-out", authorityFile,
        ])
        tls = HTTPServer.TLS(
            certificateChain: Array(try Data(contentsOf: URL(fileURLWithPath: authorityFile))),
            privateKey: Array(try Data(contentsOf: URL(fileURLWithPath: directory.file("key.pem")))))
    }

    /// Not `Process`, which reads beyond a directory entry and so ends every run under the address sanitizer.
    private static func run(_ command: [String]) throws {
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var child = pid_t()
        let code = posix_spawnp(&child, command[0], &actions, nil, &arguments, environ)
        guard code == 0 else { throw Failure(status: code) }
        var status: Int32 = 0
        guard waitpid(child, &status, 0) == child, status == 0 else { throw Failure(status: status) }
    }
}
