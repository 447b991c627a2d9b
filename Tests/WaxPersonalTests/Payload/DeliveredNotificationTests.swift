// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxPersonal
import WaxProviders
import WaxRecords
import WaxStore

/// What providers are given for the devices of an account, with a key of their own and without.
@Suite struct DeliveredNotificationTests {
    private static let keys = DeviceKeys()

    private static func rig(requiresEncryption: Bool = false) async throws -> PersonalRig {
        let rig = try PersonalRig()
        try rig.setCredentials()
        let key = JSONValue.string(keys.publicKey.text)
        try await rig.register("aa")
        try await rig.register("bb", ["encryption_public_key": key])
        try await rig.register("plain-android", ["platform": "android"])
        try await rig.register("keyed-android", ["platform": "android", "encryption_public_key": key])
        if requiresEncryption { try rig.store.tamper("UPDATE push_apps SET require_encryption = 1") }
        return rig
    }

    private static func open(_ envelope: JSONValue?) throws -> JSONValue {
        let value = try #require(envelope)
        let envelope = try value.stringValue.map { try HKEnvelope(parsing: Array($0.utf8)) } ?? HKEnvelope(value)
        return try JSONReader.parse(envelope.open(with: keys.privateKey))
    }

    @Test func plainTextIsSealedWhereADeviceHasAKey() async throws {
        let rig = try await Self.rig()
        let providers = PlayedProviders()
        let answer = try await rig.whileSending(through: providers) {
            try await rig.notify(["subtitle": "Sub", "metadata": ["m": "1"], "collapse_id": "ids é"])
        }
        #expect(answer["delivery"] == "all")
        let plain = try #require(try providers.apns("aa").first)
        #expect(plain["aps"]?["alert"] == ["title": "Title", "subtitle": "Sub", "body": "Body"])
        #expect(plain["pw"] == ["id": 1, "metadata": ["m": "1"], "level": "active"])
        let outside = try #require(try providers.apns("bb").first)
        #expect(outside["aps"] == ["alert": ["title": "New notification", "body": ""], "mutable-content": 1])
        #expect(outside.objectValue?.keys == ["aps", "hk"])
        let collapseKey = NotificationSender.collapseKey("ids é")
        #expect(collapseKey.utf8.count == 43)
        let inside: JSONValue = [
            "title": "Title", "body": "Body",
            "data": [
                "pw": [
                    "id": 1, "subtitle": "Sub", "metadata": ["m": "1"], "level": "active",
                    "collapse_id": .string(collapseKey),
                ]
            ],
        ]
        #expect(try Self.open(outside["hk"]) == inside)
        #expect(try providers.fcm("plain-android").first?["data"]?.objectValue?.keys == ["pw"])
        let android = try #require(try providers.fcm("keyed-android").first)
        #expect(android["data"]?.objectValue?.keys == ["hk"])
        #expect(try Self.open(android["data"]?["hk"]) == inside)
        // A collapse id that no header can hold is replaced by its hash, the same for all.
        let ids = providers.received.filter { $0.path.hasPrefix("/3/") }.map { $0.headers["apns-collapse-id"] }
        #expect(ids == [collapseKey, collapseKey])
        #expect(android["android"]?["collapse_key"]?.stringValue == collapseKey)
    }

    @Test func bothSeals() async throws {
        let rig = try await Self.rig()
        let providers = PlayedProviders()
        let envelope = try VectorFile().envelope("ascii_minimal")
        let answer = try await rig.whileSending(through: providers) {
            try await rig.call(
                "POST", "/notifications", ["encrypted": .string(envelope), "level": "critical", "source": "mon"])
        }
        #expect(answer["delivery"] == "all")
        let plain = try #require(try providers.apns("aa").first)
        #expect(plain["aps"]?["alert"]?["title"] == "Encrypted notification")
        #expect(plain["pw"]?["encrypted"] == .string(envelope))
        let outside = try #require(try providers.apns("bb").first)
        #expect(
            outside["aps"] == [
                "alert": [
                    "title": "Encrypted notification",
                    "body": "End-to-end encrypted. Open PushWard on a device with your encryption key to read it.",
                ], "mutable-content": 1,
            ])
        #expect(outside["pw"] == nil)
        let inside = try Self.open(outside["hk"])
        #expect(
            inside == ["data": ["pw": ["id": 1, "encrypted": .string(envelope), "level": "critical", "source": "mon"]]])
        let opened = try PW1Envelope(try #require(inside["data"]?["pw"]?["encrypted"]?.stringValue))
            .open(with: PW1Key("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"))
        #expect(opened.title == "Disk full")
        #expect(try rig.store.integers("SELECT sum(encrypted), count(*) FROM deliveries") == [2, 4])
    }

    /// The largest envelope does not fit into an outer seal: its own has to do.
    @Test func theLargestEnvelopeGoesWithoutTheOuterSeal() async throws {
        let rig = try await Self.rig()
        let providers = PlayedProviders()
        let envelope = try VectorFile().envelope("max_size")
        let answer = try await rig.whileSending(through: providers) {
            try await rig.call("POST", "/notifications", ["encrypted": .string(envelope)])
        }
        #expect(answer["delivery"] == "all")
        for token in ["aa", "bb"] {
            #expect(try providers.apns(token).first?["pw"]?["encrypted"]?.stringValue == envelope)
        }
        for token in ["plain-android", "keyed-android"] {
            let data = try #require(try providers.fcm(token).first?["data"]?["pw"]?.stringValue)
            #expect(try JSONReader.parse(Array(data.utf8))["encrypted"]?.stringValue == envelope)
        }
        #expect(try rig.store.integers("SELECT sum(encrypted), count(*) FROM deliveries") == [0, 4])
    }

    /// The longest envelope that fits with the outer seal has it, and the next one does not.
    @Test func theOuterSealIsLeftOffAtTheLimitOnly() throws {
        func payloads(_ count: Int) -> (fits: Bool, NotificationPayload) {
            let content = NotificationContent(text: .sealed(String(repeating: "x", count: count)))
            let payload = NotificationPayload(id: 1, content: content)
            let template = payload.apnsSealed(placeholder: .standard)
            return (PayloadSize.check(template, plaintextBytes: payload.plaintext.count) == nil, payload)
        }
        let longest = try #require((1...3072).last { payloads($0).fits })
        #expect(
            payloads(longest).1.plaintext.count
                == payloads(longest).1.apnsSealed(placeholder: .standard).largestPlaintext)
        #expect(longest < 3072)
    }

    /// A text that nobody sealed never loses the outer seal: it fails for that device.
    @Test func plainTextThatDoesNotFitSealedFails() async throws {
        let rig = try await Self.rig()
        let providers = PlayedProviders()
        let answer = try await rig.whileSending(through: providers) {
            try await rig.notify(["body": .string(String(repeating: "x", count: 3200))])
        }
        #expect(answer["delivery"] == "partial" && answer["reason"] == "apns_rejected")
        #expect(try providers.apns("aa").count == 1)
        #expect(try providers.apns("bb").isEmpty)
        #expect(try providers.fcm("keyed-android").isEmpty)
        #expect(
            try rig.store.read { sql, _ in
                try sql.all("SELECT DISTINCT error_code FROM deliveries WHERE error_code IS NOT NULL") {
                    try $0.text(0)
                }
            } == ["PUSH_PAYLOAD_TOO_LARGE"])
    }

    @Test func whereEncryptionIsRequiredTheOuterSealStays() async throws {
        let rig = try await Self.rig(requiresEncryption: true)
        let providers = PlayedProviders()
        let vectors = try VectorFile()
        let (small, large) = (try vectors.envelope("ascii_minimal"), try vectors.envelope("max_size"))
        var ends: [JSONValue?] = []
        for envelope in [small, large] {
            let answer = try await rig.whileSending(through: providers) {
                try await rig.call("POST", "/notifications", ["encrypted": .string(envelope)])
            }
            ends.append(answer["delivery"])
        }
        #expect(ends == ["partial", "none"])
        #expect(try providers.apns("aa").isEmpty)
        #expect(try providers.apns("bb").count == 1)
    }

    @Test(arguments: [
        ("passive", "5", "NORMAL"), ("active", "10", "HIGH"), ("time-sensitive", "10", "HIGH"),
        ("critical", "10", "HIGH"),
    ])
    func priorities(_ level: String, _ apns: String, _ fcm: String) async throws {
        let rig = try await Self.rig()
        let providers = PlayedProviders()
        _ = try await rig.whileSending(through: providers) { try await rig.notify(["level": .string(level)]) }
        let request = try #require(providers.received.first { $0.path == "/3/device/aa" })
        #expect(request.headers["apns-priority"] == apns)
        #expect(try providers.fcm("plain-android").first?["android"]?["priority"]?.stringValue == fcm)
    }
}
