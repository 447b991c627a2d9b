// SPDX-License-Identifier: Apache-2.0
import Foundation
import HonkioPush
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSimulator
import WaxSystem

/// What somebody finds who takes the data directory, reads the log or lists the machine's processes.
@Suite(.bounded, .timeLimit(.minutes(4))) struct StolenDataTests {
    @Test func nothingThatIsSecretStandsInTheDataTheLogOrTheArguments() async throws {
        let stage = try await Stage()
        let server = stage.server
        let testKey = try await server.makeKey(mode: "test")
        var secrets = Self.credentials(stage) + [("live key", stage.key), ("test key", testKey)]
        secrets += try await Self.fill(stage, testKey: testKey)
        let keyFile = stage.directory.file("data.key")
        let masterKey = try Self.masterKey(keyFile)
        let search = SecretSearch(
            secrets.map { ($0.0, Array($0.1.utf8)) } + Self.privateKeys(stage) + [
                ("master key", masterKey), ("master key as text", Self.hexadecimal(masterKey)),
            ])

        // The search finds what is there.
        #expect(search.found(in: Array("…\(stage.key)…".utf8)) == ["live key"])
        #expect(search.found(in: try Self.contents(of: keyFile)) == ["master key as text"])

        #expect(try Self.filesWithSecrets(in: stage.directory.file("data"), search) == [:])
        for file in ["cmdline", "stat"] {
            let bytes = try Self.contents(of: "/proc/\(server.process.pid)/\(file)")
            #expect(!bytes.isEmpty && search.found(in: bytes).isEmpty)
        }
        try await server.stop()
        #expect(try Self.filesWithSecrets(in: stage.directory.file("data"), search) == [:])
        #expect(server.log.contains("stopping"))
        #expect(search.found(in: Array(server.log.utf8)).isEmpty)
    }

    @Test func theMasterKeyLiesOutsideAndOnlyItsOwnerReadsIt() async throws {
        let server = try await BareServer()
        let data = server.process.data
        #expect(try Self.mode(of: "\(data).key") == 0o600)
        #expect(try Self.mode(of: data) == 0o700)
        let files = try FileManager.default.contentsOfDirectory(atPath: data)
        #expect(files.contains("waxwing.db"))
        for file in files { #expect(try Self.mode(of: "\(data)/\(file)") & 0o077 == 0, "\(file)") }
    }

    /// 200 pushes, some delivered, some that wait, some of a test key; what is secret about them.
    private static func fill(_ stage: Stage, testKey: String) async throws -> [(String, String)] {
        let phones = [
            try await stage.phone(Stage.iPhone, user: "user"), try await stage.phone(Stage.android, user: "user"),
            try await stage.phone(Stage.iPhone, user: "user", withKey: false),
            try await stage.phone(Stage.android, user: "user", withKey: false),
        ]
        let test = APIClient(url: stage.server.url, key: testKey)
        let testApp = try await test.make("POST", "/v1/push/apps", ["name": "Test"]).string("id")
        let testDevice: JSONObject = [
            "app_id": .string(testApp), "platform": "ios", "token": "test_accept", "user_id": "user",
        ]
        try await test.make("PUT", "/v1/push/devices", testDevice)

        var secrets = phones.enumerated().map { ("token \($0.offset)", $0.element.token) }
        var pushes: [(APIClient, JSONObject)] = []
        for number in 0..<200 {
            let text = (1...3).map { _ in Base64URL.encode(SystemRandom().bytes(18)) }
            secrets += [("title \(number)", text[0]), ("body \(number)", text[1]), ("value \(number)", text[2])]
            var push = stage.push(
                to: "user",
                [
                    "title": .string(text[0]), "body": .string(text[1]), "data": ["value": .string(text[2])],
                    "collapse_key": .string("collapse-\(text[0])"),
                ])
            switch number % 4 {
            case 0: push["scheduled_at"] = .string((SystemTime().now() + .seconds(86_400)).rfc3339)
            case 1: push["app_id"] = .string(testApp)
            default: break
            }
            pushes.append((number % 4 == 1 ? test : stage.api, push))
        }
        try await send(pushes)
        return secrets
    }

    /// Sends all, each with an idempotency key, and waits for those that are not scheduled.
    private static func send(_ pushes: [(APIClient, JSONObject)]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            let lanes = 8
            for lane in 0..<lanes {
                tasks.addTask {
                    for index in stride(from: lane, to: pushes.count, by: lanes) {
                        let (api, push) = pushes[index]
                        let answer = try await api.call(
                            "POST", "/v1/push", push, headers: [("Idempotency-Key", "key \(index)")])
                        #expect(answer.status == 202)
                        guard answer["status"] != "scheduled" else { continue }
                        #expect(try await api.finished(answer.string("id"))["status"] == "sent")
                    }
                }
            }
            try await tasks.waitForAll()
        }
    }

    private static func credentials(_ stage: Stage) -> [(String, String)] {
        let account = (try? JSONReader.parse(Array(stage.serviceAccount.json.utf8))) ?? .null
        let files = [("APNs key", stage.apnsKey.privateKey), ("FCM key", account["private_key"]?.stringValue ?? "")]
        // Each line of the PEM text, but its first and last.
        return files.flatMap { name, pem in
            pem.split(separator: "\n").dropFirst().dropLast().enumerated().map {
                ("\(name) \($0.offset)", String($0.element))
            }
        }.filter { $0.1.utf8.count >= SecretSearch.shortest }
    }

    /// The keys in their binary form: the beginning and the end are the same in all keys.
    private static func privateKeys(_ stage: Stage) -> [(name: String, bytes: [UInt8])] {
        credentials(stage).compactMap { name, line in
            guard let data = Data(base64Encoded: line), data.count >= 32 else { return nil }
            return ("\(name) in binary", Array(data.suffix(16)))
        }
    }

    private static func filesWithSecrets(in directory: String, _ search: SecretSearch) throws -> [String: Set<String>] {
        let files = try FileManager.default.contentsOfDirectory(atPath: directory)
        #expect(files.contains("waxwing.db"))
        return try files.reduce(into: [:]) { all, file in
            let found = search.found(in: try contents(of: "\(directory)/\(file)"))
            if !found.isEmpty { all[file] = found }
        }
    }

    private static func masterKey(_ path: String) throws -> [UInt8] {
        let text = String(decoding: try contents(of: path), as: UTF8.self)
        let digits = try #require(text.split(separator: "\n").last?.split(separator: " ").last).utf8.map { $0 }
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            try #require(UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16))
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte in Array((byte < 16 ? "0" : "").utf8) + Array(String(byte, radix: 16).utf8) }
    }

    private static func contents(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static func mode(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }
}
