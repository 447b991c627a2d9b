// SPDX-License-Identifier: Apache-2.0
import Foundation
import HonkioPush
import Testing
import WaxEnvelope
import WaxJSON
import WaxSimulator

@Suite(.timeLimit(.minutes(2))) struct SimulatedPhoneTests {
    private static let content = PushContent(
        title: "Your code", body: "123456", data: ["order": "42"], badge: 1, sound: "default", threadID: "orders")

    private let fixture: SimulatorFixture
    private let key: IssuedAPNsKey

    init() throws {
        fixture = try SimulatorFixture()
        key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
    }

    /// Pushes to an iPhone, and returns all that it has shown once it has shown so many.
    private func push(
        _ payload: [UInt8], to phone: SimulatedPhone, collapseID: String? = nil, count: Int = 1
    ) async throws -> [ShownNotification] {
        var request = try fixture.apnsPush(to: phone.token, by: key, payload: payload)
        request["apns-collapse-id"] = collapseID
        #expect(try await fixture.client(.apns).answer(to: request).status == 200)
        return try #require(await phone.shown(atLeast: count, within: .seconds(30)))
    }

    private func send(_ messages: [JSONObject]) async throws {
        let account = try fixture.simulator.issueServiceAccount(projectID: SimulatorFixture.projectID)
        let access = try await fixture.accessToken(account)
        let client = try fixture.client(.fcm)
        for message in messages {
            let request = SimulatorFixture.fcmMessage(message, accessToken: access)
            #expect(try await client.answer(to: request).status == 200)
        }
    }

    @Test func iPhoneOpensAnEnvelope() async throws {
        let phone = fixture.simulator.newPhone(for: SimulatorFixture.ios)
        let publicKey = try phone.encryptionPublicKey().publicKey
        let payload = try SimulatorFixture.sealedPayload(Self.content, to: publicKey)
        let shown = try #require(await push(payload, to: phone).first)
        #expect(shown.title == "Your code" && shown.body == "123456" && shown.dataJSON == #"{"order":"42"}"#)
        #expect(shown.wasEncrypted && shown.openedEnvelope && shown.failure == nil)
        // iOS applies these before the extension runs.
        #expect(shown.badge == 1 && shown.sound == nil && shown.threadID == nil)
        #expect(shown.messageID == "3f2b1c0d-7c1e-4abc-8def-9b8a7f6e5d4c")
        #expect(phone.arrivals(messageID: shown.messageID) == 1 && phone.arrivals(messageID: "other") == 0)
    }

    @Test func iPhoneShowsThePlaceholderForWhatDoesNotOpen() async throws {
        let (phone, other) = (
            fixture.simulator.newPhone(for: SimulatorFixture.ios), fixture.simulator.newPhone(for: SimulatorFixture.ios)
        )
        _ = try phone.encryptionPublicKey()
        let foreign = try SimulatorFixture.sealedPayload(Self.content, to: other.encryptionPublicKey().publicKey)
        let shown = try #require(await push(foreign, to: phone).first)
        #expect(shown.title == "New notification" && shown.body.isEmpty && shown.dataJSON == nil)
        #expect(shown.wasEncrypted && !shown.openedEnvelope && shown.failure == "UNKNOWN_KID")

        var sealed = try #require(
            JSONReader.parse(SimulatorFixture.sealedPayload(Self.content, to: phone.encryptionPublicKey().publicKey))
                .objectValue)
        sealed["aps"] = ["alert": ["title": "New notification"]]
        let without = try await push(JSONValue.object(sealed).compact, to: phone, count: 2)
        #expect(without.count == 2 && !without[1].openedEnvelope && without[1].failure == nil)
        #expect(without[1].wasEncrypted && without[1].title == "New notification")
    }

    @Test func iPhoneShowsPlainText() async throws {
        let phone = fixture.simulator.newPhone(for: SimulatorFixture.ios)
        let payload = Array(
            (#"{"aps":{"alert":{"title":"Hello","body":"there"},"badge":3,"sound":"chime","thread-id":"t"},"#
                + #""data":{"n":1.50}}"#).utf8)
        let shown = try #require(await push(payload, to: phone).first)
        #expect(shown.title == "Hello" && shown.body == "there" && shown.dataJSON == #"{"n":1.50}"#)
        #expect(shown.badge == 3 && shown.sound == "chime" && shown.threadID == "t" && !shown.wasEncrypted)
        let second = try await push(Array(#"{"aps":{"alert":"only text"}}"#.utf8), to: phone, count: 2)
        #expect(second[1].title.isEmpty && second[1].body == "only text")
    }

    @Test func iPhoneReplacesByCollapseID() async throws {
        let phone = fixture.simulator.newPhone(for: SimulatorFixture.ios)
        for (count, id) in ["a", "b", "a", nil, nil].enumerated() {
            let payload = Array(#"{"aps":{"alert":{"title":"\#(count)"}}}"#.utf8)
            _ = try await push(payload, to: phone, collapseID: id, count: count + 1)
        }
        #expect(phone.present.map(\.title) == ["1", "2", "3", "4"])
        #expect(phone.shown.map(\.title) == ["0", "1", "2", "3", "4"])
        #expect(phone.arrivals(collapseID: "a") == 2 && phone.arrivals(collapseID: "b") == 1)
    }

    @Test func iPhoneShowsNothingWithoutAnAlert() async throws {
        let phone = fixture.simulator.newPhone(for: SimulatorFixture.ios)
        let silent = try fixture.apnsPush(
            to: phone.token, by: key, payload: Array(#"{"aps":{"content-available":1}}"#.utf8))
        #expect(try await fixture.client(.apns).answer(to: silent).status == 200)
        #expect(await phone.received(atLeast: 1, within: .seconds(30))?.count == 1)
        #expect(phone.shown.isEmpty)
        #expect(await phone.shown(atLeast: 1, within: .milliseconds(1)) == nil)
    }

    @Test func keepsThePreviousKey() async throws {
        let phone = fixture.simulator.newPhone(for: SimulatorFixture.ios)
        let first = try phone.encryptionPublicKey().publicKey
        let old = try SimulatorFixture.sealedPayload(Self.content, to: first)
        let second = try phone.rotateEncryptionKey().publicKey
        #expect(try first != second && phone.encryptionPublicKey().publicKey == second)
        #expect(try await push(old, to: phone)[0].openedEnvelope)
        _ = try phone.rotateEncryptionKey()
        #expect(try await push(old, to: phone, count: 2)[1].failure == "UNKNOWN_KID")
    }

    @Test func leavesNoKeysBehind() throws {
        let key = try fixture.simulator.newPhone(for: SimulatorFixture.ios).encryptionPublicKey()
        let folder = "\(fixture.simulator.directory)/phones"
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder).contains { $0.hasSuffix(key.keyID) })
        fixture.simulator.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test func cannotReadItsKeysBeforeItIsUnlocked() async throws {
        let phone = fixture.simulator.newPhone(for: SimulatorFixture.ios)
        let publicKey = try phone.encryptionPublicKey().publicKey
        let payload = try SimulatorFixture.sealedPayload(Self.content, to: publicKey)
        phone.isLocked = true
        #expect(throws: HonkioPushError(.keyStorage, isTemporary: true)) { try phone.encryptionPublicKey() }
        #expect(try await push(payload, to: phone)[0].failure == "KEY_STORAGE")
        phone.isLocked = false
        #expect(try await push(payload, to: phone, count: 2)[1].openedEnvelope)
        #expect(try phone.encryptionPublicKey().publicKey == publicKey)
    }

    @Test func androidOpensAnEnvelope() async throws {
        let phone = fixture.simulator.newPhone(for: SimulatorFixture.android)
        let other = fixture.simulator.newPhone(for: SimulatorFixture.android)
        let key = try phone.encryptionPublicKey().publicKey
        try await send([
            SimulatorFixture.sealedMessage(Self.content, to: key, token: phone.token),
            SimulatorFixture.sealedMessage(
                Self.content, to: other.encryptionPublicKey().publicKey, token: phone.token),
            SimulatorFixture.sealedMessage(
                PushContent(title: "again", threadID: "orders"), to: key, token: phone.token),
        ])
        let shown = try #require(await phone.shown(atLeast: 3, within: .seconds(30)))
        #expect(shown[0].title == "Your code" && shown[0].body == "123456" && shown[0].dataJSON == #"{"order":"42"}"#)
        #expect(shown[0].badge == 1 && shown[0].sound == "default" && shown[0].threadID == "orders")
        #expect(shown[0].wasEncrypted && shown[0].openedEnvelope)
        #expect(shown[1].title == "New notification" && shown[1].failure == "UNKNOWN_KID")
        // The tag is the thread id, and a later notification takes the place of one with the same tag.
        #expect(phone.present.map(\.title) == ["New notification", "again"])
        #expect(phone.arrivals(messageID: shown[0].messageID) == 1)
    }

    @Test func androidShowsNotificationsItself() async throws {
        let phone = fixture.simulator.newPhone(for: SimulatorFixture.android)
        try await send([
            ["token": .string(phone.token), "data": ["order": "42"]],
            [
                "token": .string(phone.token), "notification": ["title": "Hello", "body": "there"],
                "data": ["order": "42"],
                "android": ["notification": ["tag": "t", "sound": "chime", "notification_count": 3]],
            ],
            ["token": .string(phone.token), "data": ["hk": "{}"]],
        ])
        let received = await phone.received(atLeast: 3, within: .seconds(30))
        #expect(received?.count == 3)
        // Data alone without an envelope is not the package's business.
        #expect(phone.shown.map(\.title) == ["Hello", "New notification"])
        let plain = try #require(phone.shown.first)
        #expect(plain.body == "there" && plain.dataJSON == #"{"order":"42"}"# && !plain.wasEncrypted)
        #expect(plain.badge == 3 && plain.sound == "chime" && plain.threadID == "t")
        #expect(phone.shown.last?.failure == "INVALID_ENVELOPE")
    }
}
