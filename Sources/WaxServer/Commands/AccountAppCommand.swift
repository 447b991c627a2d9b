// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxFields
import WaxJSON
import WaxProviders
import WaxPushAPI
import WaxRecords
import WaxStore
import WaxSystem

/// `waxwing accounts app`: with which credentials an account reaches its devices, and how its pushes look sealed.
enum AccountAppCommand {
    private static let apnsKey = Option(
        optional: "apns-key", .file, help: "APNs: the .p8 file of the signing key")
    private static let apnsKeyID = Option(optional: "apns-key-id", .string, help: "APNs: the id of the key")
    private static let apnsTeamID = Option(optional: "apns-team-id", .string, help: "APNs: the id of the team")
    private static let apnsBundleID = Option(
        optional: "apns-bundle-id", .string, help: "APNs: the bundle id of the app")
    private static let sandboxKey = Option(
        optional: "apns-sandbox-key", .file, help: "APNs: the .p8 file of another key for the sandbox")
    private static let sandboxKeyID = Option(
        optional: "apns-sandbox-key-id", .string, help: "APNs: the id of that key")
    private static let serviceAccount = Option(
        optional: "fcm-service-account", .file, help: "FCM: the JSON file of the service account")
    private static let webSubject = Option(
        optional: "web-push-subject", .string, help: "Web Push: a mailto: or https: address of the operator")
    private static let requireEncryption = Option(
        optional: "require-encryption", .onOff, help: "on: devices without a key of their own get nothing")
    private static let padding = Option(
        optional: "padding", .string, help: "none, or the multiple of bytes to which sealed texts are filled")

    static func table(_ name: Argument<String>) -> Command {
        Command(
            "app", "set how an account reaches its devices",
            discussion: "What is not given stays as it is. The app is made when the account has none.",
            options: [
                apnsKey, apnsKeyID, apnsTeamID, apnsBundleID, sandboxKey, sandboxKeyID, serviceAccount, webSubject,
                requireEncryption, padding, ProviderOptions.tokenHosts,
            ] + SharedOptions.storage, arguments: [name])
    }

    /// Makes or changes the app of an account.
    static func change(_ command: ParsedCommand, account name: String, _ storage: Storage) async throws {
        let (now, vault) = (SystemTime().now(), storage.vault)
        let request = AppRequest(body: try body(command), tokenHosts: try ProviderOptions.hosts(command))
        try await storage.database.write { sql in
            let person = try PersonTable(sql, vault).required(name)
            let app = try PersonTable(sql, vault).app(
                of: person, newID: ULID(time: now, random: SystemRandom()), now: now)
            let changed: AppRequest.Result
            do {
                changed = try request.changing(
                    app.settings, PushAppTable.credentials(of: app, vault))
            } catch let problems as FieldProblems {
                let lines = problems.problems.map { "\($0.field) \($0.rule.message.english)" }
                throw CommandFailure(lines.joined(separator: "; "), code: .usage)
            }
            try PushAppTable(sql, vault).update(app, to: changed.settings, changed.credentials, now: now)
        }
    }

    /// The body of a request that would change the app so.
    private static func body(_ command: ParsedCommand) throws -> JSONObject {
        var apns = JSONObject()
        apns["team_id"] = command[apnsTeamID].map(JSONValue.string)
        apns["bundle_id"] = command[apnsBundleID].map(JSONValue.string)
        apns["key_id"] = command[apnsKeyID].map(JSONValue.string)
        apns["private_key"] = try command[apnsKey].map { try text($0, "--apns-key") }
        apns["sandbox_key_id"] = command[sandboxKeyID].map(JSONValue.string)
        apns["sandbox_private_key"] = try command[sandboxKey].map { try text($0, "--apns-sandbox-key") }
        var body = JSONObject()
        if !apns.isEmpty { body["apns"] = .object(apns) }
        if let file = command[serviceAccount] {
            body["fcm"] = ["service_account": try text(file, "--fcm-service-account")]
        }
        if let subject = command[webSubject] { body["web_push"] = ["subject": .string(subject)] }
        body["require_encryption"] = command[requireEncryption].map(JSONValue.bool)
        body["padding"] = command[padding].map(JSONValue.string)
        return body
    }

    private static func text(_ path: String, _ setting: String) throws -> JSONValue {
        .string(String(decoding: try PrivateFile.read(path, setting: setting), as: UTF8.self))
    }
}

extension ValueType where Value == Bool {
    /// `on` or `off`.
    static var onOff: ValueType {
        ValueType(name: "ON", rule: "must be on or off") { ["on": true, "off": false][$0] }
    }
}
