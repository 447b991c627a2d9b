// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

@testable import WaxHTTP

/// Somebody else's HTTP/2 program, when it is installed.
final class IndependentPeer: Sendable {
    /// The port that a server was told to listen at.
    let port: UInt16
    let trust: TLSContext
    private let directory: TemporaryDirectory
    private let process: ChildProcess

    /// Where a program is, in `PATH` or where Debian keeps its servers.
    static func path(of program: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return (path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"])
            .map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// nghttpd, with a file at `/push`.
    convenience init(nghttpd program: String, options: [String]) throws {
        try self.init(program: program) { directory, port in
            try "ok".write(toFile: directory.file("push"), atomically: true, encoding: .utf8)
            return options + [
                "--address=127.0.0.1", "-d", directory.path, "\(port)", directory.file("key.pem"),
                directory.file("certificate.pem"),
            ]
        }
    }

    /// nginx, which ends each connection after `requests` of them and allows `streams` at once.
    convenience init(nginx program: String, requests: Int, streams: Int) throws {
        try self.init(program: program) { directory, port in
            let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
                "\($0)_temp_path \(directory.file($0));"
            }
            let configuration = """
                daemon off; master_process off; pid \(directory.file("pid")); error_log \(directory.file("log")) crit;
                events { worker_connections 512; }
                http {
                  access_log off; keepalive_requests \(requests); http2_max_concurrent_streams \(streams);
                  \(temporary.joined(separator: " "))
                  server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate \(directory.file("certificate.pem")); ssl_certificate_key \(directory.file("key.pem"));
                    location / { return 200; }
                  }
                }
                """
            try configuration.write(toFile: directory.file("nginx.conf"), atomically: true, encoding: .utf8)
            return ["-p", directory.path, "-c", directory.file("nginx.conf"), "-e", directory.file("log")]
        }
    }

    private init(program: String, arguments: (TemporaryDirectory, UInt16) throws -> [String]) throws {
        directory = try TemporaryDirectory()
        let authority = try CertificateAuthority(name: "Test root")
        let identity = try authority.issue(for: ["127.0.0.1"])
        trust = try TLSContext(clientTrusting: .pem(authority.certificatePEM))
        try identity.certificatePEM.write(
            toFile: directory.file("certificate.pem"), atomically: true, encoding: .utf8)
        try identity.privateKeyPEM.write(toFile: directory.file("key.pem"), atomically: true, encoding: .utf8)
        // A port that was free a moment ago.
        port = try SilentListener().port
        process = try ChildProcess([program] + arguments(directory, port))
    }

    func stop() { process.kill(SIGKILL) }
}
