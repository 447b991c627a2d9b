// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushTestSupport
import TestSupport
import WaxCrypto
import WaxHTTP
import WaxJSON
import WaxSimulator

/// Apple, Google and Google's token service played by an HTTP/2 server that others wrote.
final class ProviderStandIn: Sendable {
    let url: String
    private let authority: String
    private let process: ChildProcess

    private init(port: UInt16, authority: String, process: ChildProcess) {
        url = "https://127.0.0.1:\(port)"
        (self.authority, self.process) = (authority, process)
    }

    /// The variables that make `waxwing serve` use it.
    var environment: [(name: String, value: String)] {
        [
            ("WAXWING_APNS_URL", url), ("WAXWING_APNS_SANDBOX_URL", url), ("WAXWING_FCM_URL", url),
            ("WAXWING_PROVIDER_CA", authority), ("WAXWING_TOKEN_URI_HOSTS", String(url.dropFirst("https://".count))),
            ("WAXWING_RATE_LIMITS", "off"),
        ]
    }

    /// A push app with credentials, of which no stand-in looks at more than the address of the token service.
    func app() throws -> JSONObject {
        let account: JSONValue = [
            "type": "service_account", "project_id": "stand-in", "private_key_id": "0123456789abcdef",
            "private_key": .string(try RSASigningKey(bits: 2048).pemRepresentation),
            "client_email": "push@stand-in.iam.gserviceaccount.com", "token_uri": .string("\(url)/token"),
        ]
        return [
            "name": "Stand-in", "fcm": ["service_account": account],
            "apns": [
                "team_id": "TEAM123456", "bundle_id": "com.example.app", "key_id": "KEY1234567",
                "private_key": .string(TestKeys.p8),
            ],
        ]
    }
}

// MARK: hypercorn

extension ProviderStandIn {
    /// The interpreter of an environment with hypercorn in it; nil where there is none.
    static let python = ProcessInfo.processInfo.environment["WAXWING_PYTHON"]

    /// hypercorn, which goes away after so many requests on a connection.
    static func hypercorn(in directory: TemporaryDirectory, requests: Int) async throws -> ProviderStandIn {
        guard let python else { throw TestFailure("WAXWING_PYTHON names no interpreter") }
        let files = try Files(directory)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Interop/provider_stand_in.py").path
        let process = try ChildProcess([
            python, script, "--certificate", files.certificate, "--key", files.key, "--requests", "\(requests)",
        ])
        let port = try await process.firstInOutput { output -> UInt16? in
            output.firstMatch(of: /listening at ([0-9]+)\n/).flatMap { UInt16($0.1) }
        }
        guard let port else { throw TestFailure("hypercorn did not start: \(process.errors)") }
        return ProviderStandIn(port: port, authority: files.authority, process: process)
    }

    /// How often each device token was served, as `provider_stand_in.py` tells.
    func received() async throws -> [String: Int] {
        let counts = try await APIClient(url: url, key: "none", authority: authority).get("/received").body
        return Dictionary(
            uniqueKeysWithValues: (counts.objectValue ?? [:]).map { ($0.key, Int($0.value.int64Value ?? 0)) })
    }
}

// MARK: nginx

extension ProviderStandIn {
    /// Where nginx is; nil where it is not.
    static let nginxProgram = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"]
        .first(where: FileManager.default.isExecutableFile)

    /// nginx, which accepts every push and goes away after so many requests on a connection.
    static func nginx(in directory: TemporaryDirectory, requests: Int) async throws -> ProviderStandIn {
        guard let nginxProgram else { throw TestFailure("nginx is not installed") }
        let files = try Files(directory)
        // The port may be another's by the time that nginx takes it.
        for _ in 0..<5 {
            let port = try LoopbackPort.unused()
            let configuration = directory.file("nginx.conf")
            try Data(nginxConfiguration(directory, files, port: port, requests: requests).utf8)
                .write(to: URL(fileURLWithPath: configuration))
            let process = try ChildProcess([nginxProgram, "-e", "stderr", "-p", directory.path, "-c", configuration])
            // It says its version once it listens.
            let started = try await process.firstInErrors {
                $0.contains("[notice]") && $0.contains(": nginx/") ? true : nil
            }
            if started == true { return ProviderStandIn(port: port, authority: files.authority, process: process) }
        }
        throw TestFailure("nginx does not start")
    }

    private static func nginxConfiguration(
        _ directory: TemporaryDirectory, _ files: Files, port: UInt16, requests: Int
    ) -> String {
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(directory.file("nginx-\($0)"));" }.joined(separator: " ")
        return """
            daemon off;
            master_process off;
            pid \(directory.file("nginx.pid"));
            error_log stderr notice;
            events { worker_connections 64; }
            http {
                access_log off;
                keepalive_requests \(requests);
                \(folders)
                default_type application/json;
                server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate \(files.certificate);
                    ssl_certificate_key \(files.key);
                    location /3/device/ { add_header apns-id $http_apns_id; return 200; }
                    location /v1/projects/ { return 200 '{"name":"projects/stand-in/messages/$request_id"}'; }
                    location = /token {
                        return 200 '{"access_token":"stand-in","expires_in":3600,"token_type":"Bearer"}';
                    }
                }
            }

            """
    }
}

/// The certificate, its key and the authority to trust, as files.
private struct Files {
    let authority: String
    let certificate: String
    let key: String

    init(_ directory: TemporaryDirectory) throws {
        let root = try CertificateAuthority(name: "Stand-in")
        let identity = try root.issue(for: ["127.0.0.1"])
        (authority, certificate, key) = (
            directory.file("authority.pem"), directory.file("server.pem"), directory.file("server.key")
        )
        for (text, path) in [
            (root.certificatePEM, authority), (identity.certificatePEM, certificate), (identity.privateKeyPEM, key),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
    }
}
