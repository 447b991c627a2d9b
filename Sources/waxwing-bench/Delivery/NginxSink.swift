// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxHTTP
import WaxSimulator

/// nginx as Apple and Google: a server that is not ours, which writes each answer by itself.
struct NginxSink {
    let program: ChildProgram
    /// Where a server finds it, and whom it must trust for that.
    let settings: [String: String]

    /// `authority` is a PEM file whose certificates stay trusted.
    init(directory: String, trusting authority: String) throws {
        let own = try CertificateAuthority(name: "Waxwing benchmark")
        let identity = try own.issue(for: ["localhost", "127.0.0.1"])
        let (certificate, key) = ("\(directory)/nginx.pem", "\(directory)/nginx.key")
        try TextFile.write(identity.certificatePEM, to: certificate)
        try TextFile.write(identity.privateKeyPEM, to: key)
        let trusted = "\(directory)/trusted.pem"
        try TextFile.write(try TextFile.read(authority) + own.certificatePEM, to: trusted)
        let port = try LoopbackPort.unused()
        let configuration = "\(directory)/nginx.conf"
        try TextFile.write(
            Self.configuration(directory: directory, port: port, certificate: certificate, key: key), to: configuration)
        program = try ChildProgram(
            ["nginx", "-p", directory, "-c", configuration, "-e", "\(directory)/nginx.err"],
            output: "\(directory)/nginx.out")
        let url = "https://127.0.0.1:\(port)"
        settings = [
            "WAXWING_APNS_URL": url, "WAXWING_APNS_SANDBOX_URL": url, "WAXWING_FCM_URL": url,
            "WAXWING_PROVIDER_CA": trusted,
        ]
    }

    /// Whether this machine has the program.
    static var isInstalled: Bool {
        let places: [String] = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"]
        return places.contains { access($0, X_OK) == 0 }
    }

    private static func configuration(directory: String, port: UInt16, certificate: String, key: String) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(directory)/nginx-\($0);" }.joined(separator: " ")
        return """
            daemon off;
            master_process off;
            pid \(directory)/nginx.pid;
            events { worker_connections 1024; }
            http {
                access_log off;
                keepalive_requests 100000000;
                keepalive_timeout 300s;
                http2_max_concurrent_streams 1000;
                \(temporary)
                server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate \(certificate);
                    ssl_certificate_key \(key);
                    ssl_protocols TLSv1.2 TLSv1.3;
                    location /3/device/ { add_header apns-id $http_apns_id always; return 200; }
                    location /v1/projects/ {
                        default_type application/json;
                        return 200 '{"name":"projects/sink/messages/0:0"}';
                    }
                }
            }

            """
    }
}
