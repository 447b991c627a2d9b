// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxHTTP
import WaxJSON

@Suite(.bounded, .timeLimit(.minutes(4))) struct ServeCommandTests {
    @Test func aSecondServerOnTheSameDataDoesNotStart() async throws {
        let server = try await BareServer()
        let result = try await WaxwingProcess.run(["serve", "--data", server.process.data, "--listen", "127.0.0.1:0"])
        #expect(result.end == .exited(1))
        #expect(result.output.isEmpty)
        #expect(Self.lines(result.errors) == ["waxwing: another server runs on this data directory"])
        #expect(try await server.live.call("GET", "/health").status == 200)

        // Once the first is dead, however it died, another may start.
        try await server.process.kill()
        let next = try await WaxwingProcess(data: server.process.data)
        #expect(try await next.stop() == .exited(0))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalEndsTheServerInGoodOrder(_ signal: Int32) async throws {
        let server = try await BareServer()
        try await server.live.make("POST", "/v1/push/apps", ["name": "Kept"])
        server.process.process.kill(signal)
        #expect(try await server.process.process.end() == .exited(0))
        #expect(server.process.log.hasSuffix("info stopping\n"))
        let next = try await WaxwingProcess(data: server.process.data)
        let apps = try await APIClient(url: next.url, key: server.live.key).list("/v1/push/apps")
        #expect(apps.map { $0["name"] } == ["Kept"])
    }

    @Test func anAddressThatOthersReachNeedsTLSOrAProxy() async throws {
        let directory = try TemporaryDirectory()
        for address in ["0.0.0.0:0", "[::]:0"] {
            let result = try await WaxwingProcess.run(["serve", "--data", directory.file("data"), "--listen", address])
            #expect(result.end == .exited(2))
            #expect(Self.lines(result.errors).count == 1)
            #expect(result.errors.contains("--listen") && result.errors.contains("--tls-cert"))
            #expect(!FileManager.default.fileExists(atPath: directory.file("data")))
        }
        let server = try ChildProcess([
            WaxwingProcess.executable, "serve", "--data", directory.file("data"), "--listen", "0.0.0.0:0",
            "--behind-proxy", "10.0.0.0/8",
        ])
        #expect(try await server.firstInErrors { $0.contains("listening at 0.0.0.0:") ? true : nil } == true)
        server.kill(SIGTERM)
        #expect(try await server.end() == .exited(0))
    }

    @Test func aServerWithACertificateSpeaksTLS() async throws {
        let directory = try TemporaryDirectory()
        let authority = try CertificateAuthority(name: "Test")
        let identity = try authority.issue(for: ["127.0.0.1"])
        let files = (
            certificate: directory.file("cert.pem"), key: directory.file("key.pem"), authority: directory.file("ca.pem")
        )
        for (file, text) in [
            (files.certificate, identity.certificatePEM), (files.key, identity.privateKeyPEM),
            (files.authority, authority.certificatePEM),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        }
        let server = try await WaxwingProcess(
            data: directory.file("data"), options: ["--tls-cert", files.certificate, "--tls-key", files.key])
        let key = try await server.makeKey(mode: "test")
        let api = APIClient(url: server.url, key: key, authority: files.authority)
        #expect(server.url.hasPrefix("https:"))
        #expect(try await api.make("POST", "/v1/push/apps", ["name": "Over TLS"]).status == 201)
        // Who does not know the authority does not connect, and plain text gets nowhere.
        let stranger = APIClient(url: server.url, key: key)
        let error = await #expect(throws: HTTPClientError.self) { try await stranger.call("GET", "/health") }
        #expect(error?.reason == .tls)
        let plain = try RawClient(port: server.port)
        plain.get("/health")
        #expect(await !String(decoding: plain.remainder(), as: UTF8.self).contains("200"))
        #expect(try await api.call("GET", "/health").status == 200)
        #expect(try await server.stop() == .exited(0))
    }

    @Test func aKeyThatDoesNotBelongToTheDataStopsTheStart() async throws {
        let server = try await BareServer()
        try await server.process.stop()
        let data = server.process.data
        try FileManager.default.removeItem(atPath: "\(data).key")
        let result = try await WaxwingProcess.run(["serve", "--data", data, "--listen", "127.0.0.1:0"])
        #expect(result.end == .exited(1))
        #expect(Self.lines(result.errors).count == 1)
        #expect(result.errors.contains("master key"))
    }

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
