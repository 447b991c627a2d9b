// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxRecords

/// Apple and Google on this machine, in processes of their own.
final class StandIn {
    /// Who takes the pushes.
    enum Sink {
        /// The simulator, which takes them unread.
        case simulator
        /// nginx, where it is installed; access tokens still come from the simulator.
        case nginx
    }

    private let simulator: ChildProgram
    private let settings: [(name: String, value: String)]
    private let control: APIClient
    private let nginx: NginxSink?

    /// Starts the programs, whose files lie in `directory`.
    init(programs: String, directory: String) throws {
        simulator = try ChildProgram(
            ["\(programs)/waxwing-simulator", "serve", "--dir", directory, "--sink"], output: "\(directory).log")
        control = APIClient(
            port: try simulator.first { text in
                guard text.contains("\nsettings ") else { return nil }
                return text.split(separator: "\n").first { $0.hasPrefix("control ") }
                    .flatMap { $0.split(separator: ":").last }.flatMap { UInt16($0) }
            })
        settings = try TextFile.read("\(directory)/simulator.env").split(separator: "\n").map { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            return (name: String(parts[0]), value: String(parts[1]))
        }
        nginx = NginxSink.isInstalled ? try NginxSink(directory: directory, trusting: "\(directory)/ca.pem") : nil
    }

    /// Those that there are.
    var sinks: [Sink] { nginx == nil ? [.simulator] : [.simulator, .nginx] }

    /// The program that takes the pushes.
    func program(_ sink: Sink) -> ChildProgram { (sink == .nginx ? nginx?.program : nil) ?? simulator }

    /// The variables that make a server send there.
    func environment(_ sink: Sink) -> [(name: String, value: String)] {
        settings.map { (name: $0.name, value: (sink == .nginx ? nginx?.settings[$0.name] : nil) ?? $0.value) }
    }

    /// Issues what an app needs to send to both providers.
    func credentials() async throws -> PushAppCredentials {
        let apns = try await control.call("POST", "/credentials/apns", ["bundle_id": "com.example.benchmark"])
        let fcm = try await control.call("POST", "/credentials/fcm", ["project_id": "benchmark"])
        return PushAppCredentials(
            apns: try APNsCredential(encoded: apns.compact), fcm: try FCMCredential(encoded: fcm.compact))
    }
}
