// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaxCommands
import WaxEnvelope
import WaxJSON
import WaxSimulator

/// `waxwing relay` as a child of this process, with new keys and an app of the simulator's.
struct RelayChild {
    static let host = "relay.example"
    static let app = "com.example.chat"
    static let bundleID = "com.example.chat"

    let process: WaxwingProcess
    let logFile: String
    /// The public root key that apps pin.
    let root: String
    private let program: String
    private let keys: String

    static func start(_ program: String, directory: String, simulator: Simulator) async throws -> RelayChild {
        let keys = "\(directory)/keys"
        let root = try await WaxwingCommand.output(
            of: program, ["relay", "keys", "init", "--keys", keys, "--host", host])
        let key = simulator.issueAPNsKey(bundleID: bundleID)
        // Limits for a story that takes seconds.
        let configuration: JSONValue = [
            "apps": .object([
                app: [
                    "apns": [
                        "team_id": .string(key.teamID), "bundle_id": .string(key.bundleID),
                        "key_id": .string(key.keyID),
                        "private_key": .string(key.privateKey),
                    ]
                ]
            ]),
            "limits": [
                "alert_seconds": 1, "alert_burst": 100, "connection_per_minute": 10_000, "connection_burst": 10_000,
            ],
        ]
        let file = "\(directory)/relay.json"
        guard
            FileManager.default.createFile(
                atPath: file, contents: Data(configuration.pretty), attributes: [.posixPermissions: 0o600])
        else { throw CommandFailure("\(file) cannot be written") }
        let logFile = "\(directory)/relay.log"
        let process = try await WaxwingProcess.start(
            program,
            arguments: [
                "relay", "--listen", "127.0.0.1:0", "--host", host, "--config", file, "--keys", keys, "--state",
                "\(directory)/state", "--verbose",
            ], settings: simulator.environment, logFile: logFile)
        return RelayChild(process: process, logFile: logFile, root: root, program: program, keys: keys)
    }

    private init(process: WaxwingProcess, logFile: String, root: String, program: String, keys: String) {
        self.process = process
        self.logFile = logFile
        self.root = root
        self.program = program
        self.keys = keys
    }

    /// Makes a new active key.
    func rotate() async throws {
        _ = try await WaxwingCommand.output(of: program, ["relay", "keys", "rotate", "--keys", keys])
    }
}
