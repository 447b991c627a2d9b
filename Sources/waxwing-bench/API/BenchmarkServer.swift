// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxPushAPI
import WaxRecords
import WaxServer
import WaxStore
import WaxSystem

/// A whole server with data of its own: store, engine, HTTP.
struct BenchmarkServer {
    private static let deviceCount = 64

    let port: UInt16
    let registrations: Load
    let plainRegistrations: Load
    let pushes: Load
    private let server: Server
    private let test: APIClient

    init(in directory: String) async throws {
        let data = "\(directory)/data"
        let keys = try Self.makeKeys(data)
        var http = HTTPServer.Configuration()
        http.port = 0
        server = try Server(
            ServerSettings(
                dataDirectory: data, masterKey: .besideData, http: http,
                endpoints: try ProviderEndpoints(settings: [:]), rateLimits: .unlimited),
            log: Log(minimum: .warning))
        port = server.port
        let live = APIClient(port: port, key: keys.live)
        test = APIClient(port: port, key: keys.test)
        let publicKeys = (0..<Self.deviceCount).map { _ in HKPublicKey(P256.KeyAgreement.PrivateKey().publicKey).text }
        let liveApp = try await live.make("POST", "/v1/push/apps", ["name": "Benchmark"])
        registrations = .registrations(app: liveApp, key: keys.live, publicKeys: publicKeys)
        plainRegistrations = .registrations(app: liveApp, key: keys.live, publicKeys: [])
        let app = try await test.make("POST", "/v1/push/apps", ["name": "Benchmark"])
        var devices: [String] = []
        for (index, key) in publicKeys.enumerated() {
            devices.append(
                try await test.make(
                    "PUT", "/v1/push/devices",
                    [
                        "app_id": .string(app), "token": .string("test_accept-\(index)"), "platform": "ios",
                        "encryption_public_key": .string(key),
                    ]))
        }
        pushes = .pushes(app: app, key: keys.test, devices: devices)
    }

    /// Waits until every push that was accepted has been sent, so that none takes its time from another measurement.
    func finishPushes() async throws {
        for state in ["queued", "sending"] {
            while try await test.call("GET", "/v1/push?limit=1&status=\(state)")["data"]?.arrayValue != [] {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    func stop() async {
        await server.stop()
    }

    private static func makeKeys(_ data: String) throws -> (live: String, test: String) {
        let storage = try Storage(try DataDirectory(data), masterKey: .besideData)
        defer { storage.close() }
        let secrets = [Mode.live, .test].map { APIKeySecret(mode: $0, random: SystemRandom()) }
        _ = try storage.addAccount(keys: secrets)
        return (secrets[0].text, secrets[1].text)
    }
}
