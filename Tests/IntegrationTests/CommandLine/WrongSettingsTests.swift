// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A setting that cannot be used stops the start with one line that names it, and never shows a secret.
@Suite(.bounded, .timeLimit(.minutes(4))) struct WrongSettingsTests {
    /// One wrong start; `DIR` stands for a directory of the test's own.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let options: [String]
        let variables: [(name: String, value: String)]
        /// What the line must name.
        let name: String

        init(_ name: String, _ options: [String] = [], _ variables: [(String, String)] = []) {
            self.name = name
            self.options = options
            self.variables = variables.map { ($0.0, $0.1) }
        }

        var testDescription: String { "\(name) \(options) \(variables.map(\.name))" }
    }

    private static let secret = "5ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2"

    @Test(arguments: [
        Wrong("--listen", ["--listen", "8080"]), Wrong("--listen", ["--listen", "127.0.0.1"]),
        Wrong("--listen", ["--listen", "127.0.0.1:99999"]), Wrong("--listen", ["--listen", "example.org:80"]),
        Wrong("WAXWING_LISTEN", [], [("WAXWING_LISTEN", "nowhere")]),
        Wrong("--data", ["--data", ""]), Wrong("--data", ["--data"]),
        Wrong("data directory", ["--data", "/proc/waxwing"]), Wrong("data directory", ["--data", "/dev/null"]),
        Wrong("--behind-proxy", ["--behind-proxy", "10.0.0.0/33"]),
        Wrong("WAXWING_BEHIND_PROXY", [], [("WAXWING_BEHIND_PROXY", "10.0.0.0/8,proxy")]),
        Wrong("--tls-key", ["--tls-cert", "/dev/null"]), Wrong("--tls-cert", ["--tls-key", "/dev/null"]),
        Wrong("--tls-cert", ["--tls-cert", "/nowhere/cert.pem", "--tls-key", "/etc/hostname"]),
        Wrong("--tls-key", ["--tls-cert", "/etc/hostname", "--tls-key", "/nowhere/key.pem"]),
        Wrong("certificate", ["--tls-cert", "/etc/hostname", "--tls-key", "/etc/hostname"]),
        Wrong("master key", ["--master-key-file", "/dev/null"]),
        Wrong("master key", ["--master-key-file", "/proc/waxwing/key"]),
        Wrong("--verbose", ["--verbose=perhaps"]), Wrong("--verbos", ["--verbos"]), Wrong("argument", ["now"]),
        Wrong("WAXWING_VERBOSE", [], [("WAXWING_VERBOSE", "perhaps")]),
        Wrong("--lease-seconds", ["--lease-seconds", "4"]), Wrong("--lease-seconds", ["--lease-seconds", "601"]),
        Wrong("--fcm-ramp-seconds", ["--fcm-ramp-seconds", "-1"]),
        Wrong("WAXWING_FCM_RATE_PER_MINUTE", [], [("WAXWING_FCM_RATE_PER_MINUTE", "599")]),
        Wrong("--provider-connections", ["--provider-connections", "0"]),
        Wrong("WAXWING_LEASE_SECONDS", [], [("WAXWING_LEASE_SECONDS", "1m")]),
        Wrong("WAXWING_MASTER_KEY", [], [("WAXWING_MASTER_KEY", secret)]),
        Wrong("WAXWING_MASTER_KEY", [], [("WAXWING_MASTER_KEY", "0 \(secret)")]),
        Wrong("WAXWING_MASTER_KEY", [], [("WAXWING_MASTER_KEY", "1 \(secret)x")]),
        Wrong("WAXWING_APNS_URL", [], [("WAXWING_APNS_URL", "http://127.0.0.1:1")]),
        Wrong("WAXWING_APNS_URL", [], [("WAXWING_APNS_URL", "https://user:\(secret)@apple.example")]),
        Wrong("WAXWING_APNS_SANDBOX_URL", [], [("WAXWING_APNS_SANDBOX_URL", "api.push.apple.com")]),
        Wrong("WAXWING_FCM_URL", [], [("WAXWING_FCM_URL", "https://fcm.googleapis.com/v1")]),
        Wrong("WAXWING_PROVIDER_CA", [], [("WAXWING_PROVIDER_CA", "/nowhere/ca.pem")]),
        Wrong("WAXWING_PROVIDER_CA", [], [("WAXWING_PROVIDER_CA", "/dev/null")]),
        Wrong("WAXWING_TOKEN_URI_HOSTS", [], [("WAXWING_TOKEN_URI_HOSTS", "https://oauth2.googleapis.com")]),
    ])
    func theStartStopsWithOneLine(_ wrong: Wrong) async throws {
        let directory = try TemporaryDirectory()
        let data = wrong.options.contains("--data") ? [] : ["--data", directory.file("data")]
        let listen =
            wrong.options.contains("--listen") || wrong.name == "WAXWING_LISTEN" ? [] : ["--listen", "127.0.0.1:0"]
        let result = try await WaxwingProcess.run(
            ["serve"] + data + listen + wrong.options, environment: wrong.variables)
        #expect(result.end != .exited(0))
        #expect(result.output.isEmpty)
        let lines = result.errors.split(separator: "\n").filter { !$0.hasPrefix("see 'waxwing") }
        #expect(lines.count == 1, "\(result.errors)")
        #expect(lines.first?.hasPrefix("waxwing: ") == true, "\(result.errors)")
        #expect(lines.first?.contains(wrong.name) == true, "\(result.errors)")
        let isHidden = !result.errors.contains(Self.secret)
        #expect(isHidden)
    }
}
