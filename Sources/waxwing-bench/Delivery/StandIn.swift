// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxRecords

/// Apple and Google on this machine, in processes of their own.
///
/// The simulator takes every push unread and gives out credentials; nginx may take the pushes in its place.
final class StandIn {
    /// Who takes the pushes.
    enum Kind {
        case simulator
        case nginx
    }

    static let bundleID = "com.example.benchmark"

    /// The program that takes the pushes.
    let sink: ChildProgram
    /// The variables that make a server use it.
    let environment: [(name: String, value: String)]
    private let simulator: ChildProgram
    private let control: APIClient

    init(_ kind: Kind, programs: String, directory: String) throws {
        simulator = try ChildProgram(
            ["\(programs)/waxwing-simulator", "serve", "--dir", directory, "--sink"], output: "\(directory).log")
        control = APIClient(
            port: try simulator.first { text in
                guard text.contains("\nsettings ") else { return nil }
                return text.split(separator: "\n").first { $0.hasPrefix("control ") }
                    .flatMap { $0.split(separator: ":").last }.flatMap { UInt16($0) }
            })
        let settings = try TextFile.read("\(directory)/simulator.env").split(separator: "\n").map { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            return (name: String(parts[0]), value: String(parts[1]))
        }
        switch kind {
        case .simulator: (sink, environment) = (simulator, settings)
        case .nginx:
            let nginx = try NginxSink(directory: directory, trusting: "\(directory)/ca.pem")
            sink = nginx.program
            environment = settings.map { (name: $0.name, value: nginx.settings[$0.name] ?? $0.value) }
        }
    }

    /// Issues what an app needs to send to both.
    func credentials() async throws -> PushAppCredentials {
        let apns = try await control.call("POST", "/credentials/apns", ["bundle_id": .string(Self.bundleID)])
        let fcm = try await control.call("POST", "/credentials/fcm", ["project_id": "benchmark"])
        return PushAppCredentials(
            apns: try APNsCredential(encoded: apns.compact), fcm: try FCMCredential(encoded: fcm.compact))
    }
}
