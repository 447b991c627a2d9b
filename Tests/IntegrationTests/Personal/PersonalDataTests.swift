// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxSimulator
import WaxSystem

/// What somebody finds who takes the data directory of a server for notifications, or reads its log.
@Suite(.bounded, .timeLimit(.minutes(4))) struct PersonalDataTests {
    @Test func noTextNoEnvelopeAndNoKeyStandsInTheData() async throws {
        let stage = try await PersonalStage()
        let phone = try await stage.phone(Stage.iPhone, withKey: false)
        let key = PW1Key()
        let integrationKey = stage.sender.key
        var secrets =
            stage.secrets + [
                Secret("encryption key", key.text), Secret("device token", phone.token),
                Secret("hash of the integration key", bytes: Array(SHA256.hash(data: Array(integrationKey.utf8)))),
            ]
        // Each account may have 25 that are not sent yet.
        var schedulers: [APIClient] = []
        for number in 0..<4 { schedulers.append(try await stage.key(account: "other \(number)")) }
        secrets += schedulers.map { Secret("another integration key", $0.key) }
        let texts = (0..<1100).map { "sealed text number \($0) of all" }
        let envelopes = try texts.map { text in
            try PW1Envelope.seal(PW1Content(title: text, body: "\(text) again"), with: key).text
        }
        secrets += texts.enumerated().map { Secret("text \($0)", $1) }
        secrets += envelopes.enumerated().map { Secret("envelope \($0)", $1) }
        let plain: JSONObject = [
            "title": "readable title of the one", "body": "readable body of the one",
            "url": "https://one.example/readable",
            "metadata": ["readable-name": "readable-value"], "source": "readable-source",
            "thread_id": "readable-thread",
            "source_display_name": "readable name of the source", "icon_url": "https://one.example/icon-readable",
            "media": ["url": "https://one.example/media-readable", "type": "image"],
            "actions": [["id": "readable-action", "title": "readable button", "text_input": true]],
            "collapse_id": "readable-collapse",
        ]
        for text in Self.strings(.object(plain)) { secrets.append(Secret("plain: \(text)", text)) }
        secrets.append(Secret("reply", "a reply that was typed"))
        let search = SecretSearch(secrets)
        #expect(search.found(in: Array("…\(envelopes[999])…".utf8)) == ["envelope 999"])

        let answer = try await stage.sender.make("POST", "/notifications", plain)
        let id = try #require(answer["id"]?.int64Value)
        let reply: JSONObject = ["action_id": "readable-action", "text": "a reply that was typed"]
        #expect(try await stage.app.call("POST", "/notifications/answers/\(id)", reply).status == 204)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for lane in 0..<8 {
                tasks.addTask {
                    for index in stride(from: lane, to: 1000, by: 8) {
                        try await stage.sender.make(
                            "POST", "/notifications", ["encrypted": .string(envelopes[index])])
                    }
                }
            }
            try await tasks.waitForAll()
        }
        for index in 1000..<1100 {
            try await schedulers[index % 4].make(
                "POST", "/notifications/scheduled",
                [
                    "encrypted": .string(envelopes[index]),
                    "send_at": .string((SystemTime().now() + .seconds(24 * 3600)).rfc3339),
                ])
        }
        #expect(await phone.shown(atLeast: 1001, within: .seconds(60)) != nil)
        let data = stage.directory.file("data")
        #expect(try Self.filesWithSecrets(in: data, search) == [:])
        try await stage.server.stop()
        #expect(try Self.filesWithSecrets(in: data, search) == [:])
        #expect(search.found(in: Array(stage.server.log.utf8)).isEmpty)
    }

    /// Every text in a value that is long enough to be searched for.
    private static func strings(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text): text.utf8.count > 8 ? [text] : []
        case .array(let items): items.flatMap(strings)
        case .object(let object): object.flatMap { strings(.string($0.key)) + strings($0.value) }
        default: []
        }
    }

    private static func filesWithSecrets(in directory: String, _ search: SecretSearch) throws -> [String: Set<String>] {
        let files = try FileManager.default.contentsOfDirectory(atPath: directory)
        #expect(files.contains("waxwing.db"))
        return try files.reduce(into: [:]) { all, file in
            let found = search.found(in: Array(try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(file)"))))
            if !found.isEmpty { all[file] = found }
        }
    }
}
