// SPDX-License-Identifier: Apache-2.0
import Foundation
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
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", directory.file("key.pem"), "-out", authorityFile,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        tls = HTTPServer.TLS(
            certificateChain: Array(try Data(contentsOf: URL(fileURLWithPath: authorityFile))),
            privateKey: Array(try Data(contentsOf: URL(fileURLWithPath: directory.file("key.pem")))))
    }
}
