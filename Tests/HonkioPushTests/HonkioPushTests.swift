// SPDX-License-Identifier: Apache-2.0
import Foundation
import HonkioPush
import TestSupport
import Testing
import WaxEnvelope
import WaxJSON

@Suite struct HonkioPushTests {
    private let keychain = PushKeychain(store: TestKeyStore())
    private let content = PushContent(
        title: "Your code", body: "123456", data: ["order": "42"], badge: 1, sound: "default", threadID: "codes")

    private func seal(_ plaintext: [UInt8]) throws -> HKEnvelope {
        try HKEnvelope.seal(plaintext, to: #require(HKPublicKey(keychain.encryptionPublicKey().publicKey)))
    }

    @Test func notification() throws {
        let payload: JSONValue = [
            "aps": ["alert": ["title": "New notification", "body": ""], "mutable-content": 1],
            "hk": try seal(content.plaintext(paddedToMultipleOf: 256, limit: 2892)).value,
        ]
        #expect(try keychain.open(notification: payload.compact) == content)
        #expect(try keychain.open(notification: payload.pretty) == content)
    }

    @Test func data() throws {
        let text = String(decoding: try seal(content.plaintext).json, as: UTF8.self)
        #expect(try keychain.open(data: ["hk": text]) == content)
        #expect(try keychain.open(data: ["hk": text, "other": "x"]) == content)
        #expect(HonkioPush.dataKey == "hk")
    }

    @Test(arguments: [
        "", "{}", "[]", "hk", #"{"aps":{}}"#, #"{"hk":null}"#, #"{"hk":"{}"}"#, #"{"hk":{}}"#, #"{"hk":{"v":2}}"#,
        #"{"HK":{"v":3}}"#,
    ])
    func noEnvelope(payload: String) {
        #expect(throws: HonkioPushError(.invalidEnvelope)) { try keychain.open(notification: Array(payload.utf8)) }
    }

    @Test(arguments: [[:], ["hk": ""], ["hk": "{}"], ["hk": "null"], ["HK": #"{"v":3}"#]])
    func noEnvelopeInData(data: [String: String]) {
        #expect(throws: HonkioPushError(.invalidEnvelope)) { try keychain.open(data: data) }
    }

    @Test func otherReasons() throws {
        #expect(throws: HonkioPushError(.unsupportedVersion)) { try keychain.open(data: ["hk": #"{"v":1}"#]) }
        #expect(throws: HonkioPushError(.unsupportedVersion)) {
            try keychain.open(notification: Array(#"{"hk":{"v":3}}"#.utf8))
        }
        let envelope = try seal(Array("{}".utf8))
        let other = HKEnvelope(kid: "AAAAAAAAAAAAAAAA", enc: envelope.enc, ct: envelope.ct)
        #expect(throws: HonkioPushError(.unknownKeyID)) { try open(other) }
        let changed = HKEnvelope(kid: envelope.kid, enc: envelope.enc, ct: envelope.ct.reversed())
        #expect(throws: HonkioPushError(.decryptionFailed)) { try open(changed) }
        let offCurve = HKEnvelope(kid: envelope.kid, enc: [UInt8](repeating: 4, count: 65), ct: envelope.ct)
        #expect(throws: HonkioPushError(.decryptionFailed)) { try open(offCurve) }
        #expect(throws: HonkioPushError(.invalidPayload)) { try open(seal(Array("[]".utf8))) }
    }

    private func open(_ envelope: HKEnvelope) throws -> PushContent {
        try keychain.open(data: ["hk": String(decoding: envelope.json, as: UTF8.self)])
    }

    @Test func reasonsAndTexts() {
        #expect(
            HonkioPushError.Reason.allCases.map(\.rawValue) == [
                "INVALID_ENVELOPE", "UNSUPPORTED_VERSION", "UNKNOWN_KID", "DECRYPTION_FAILED", "INVALID_PAYLOAD",
                "KEY_STORAGE",
            ])
        for error in HKEnvelopeError.allCases {
            #expect(HonkioPushError(error).description == error.rawValue)
            #expect(!HonkioPushError(error).isTemporary)
        }
        #expect(HonkioPushError(.keyStorage, isTemporary: true).description == "KEY_STORAGE, try later")
    }

    /// The static functions keep their keys below the folder that the environment names.
    @Test func accessGroups() async throws {
        let directory = try TemporaryDirectory()
        await #expect(processExitsWith: .success) { [path = directory.path as String] in
            setenv("XDG_DATA_HOME", path, 1)
            let key = try HonkioPush.encryptionPublicKey(accessGroup: "group.com.example.app")
            try #require(try HonkioPush.encryptionPublicKey(accessGroup: "group.com.example.app") == key)
            try #require(try HonkioPush.encryptionPublicKey(accessGroup: "group.com.example.other") != key)
            let publicKey = try #require(HKPublicKey(key.publicKey))
            let envelope = try HKEnvelope.seal(Array(#"{"title":"T"}"#.utf8), to: publicKey)
            let data = ["hk": String(decoding: envelope.json, as: UTF8.self)]
            try #require(try HonkioPush.rotateEncryptionKey(accessGroup: "group.com.example.app") != key)
            try #require(try HonkioPush.open(data: data, accessGroup: "group.com.example.app").title == "T")
            let payload = JSONValue.object(["hk": envelope.value]).compact
            try #require(try HonkioPush.open(notification: payload, accessGroup: "group.com.example.app").title == "T")
            #expect(throws: HonkioPushError(.unknownKeyID)) {
                try HonkioPush.open(data: data, accessGroup: "group.com.example.other")
            }
            #expect(throws: HonkioPushError(.keyStorage, isTemporary: true)) {
                try HonkioPush.encryptionPublicKey(accessGroup: "../outside")
            }
        }
        let folder = directory.file("honkio-push")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                == ["group.com.example.app", "group.com.example.other"])
    }
}
