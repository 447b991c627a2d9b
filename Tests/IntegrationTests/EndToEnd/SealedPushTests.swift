// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import Testing
import WaxJSON
import WaxSimulator

@Suite(.bounded, .timeLimit(.minutes(4))) struct SealedPushTests {
    @Test func theDocumentedPushReachesBothPhonesAndNobodyElseReadsIt() async throws {
        let stage = try await Stage()
        let iPhone = try await stage.phone(Stage.iPhone, user: "user_1042")
        let android = try await stage.phone(Stage.android, user: "user_1042")
        let push = try await stage.send(to: "user_1042", Self.documented)

        #expect(push["status"] == "sent")
        #expect(push["counts"] == ["queued": 0, "sent": 2, "failed": 0, "refused": 0])
        #expect(push["content_purged"] == true)
        for phone in [iPhone, android] {
            let shown = try #require(await phone.shown(atLeast: 1, within: .seconds(30))?.first)
            #expect(shown.title == "Your code")
            #expect(shown.body == "123456")
            #expect(shown.dataJSON == #"{"order":"42"}"#)
            #expect(shown.badge == 1)
            #expect(shown.sound == "default")
            #expect(shown.openedEnvelope)
        }
        #expect(stage.received.count == 2)
        for request in stage.received {
            #expect(request.readable(["Your code", "123456", "42"]).isEmpty)
            #expect(Disclosure.found(["Your code", "123456", #""42""#], in: Self.bytes(request)).isEmpty)
        }
    }

    @Test func appleAndGoogleAreGivenWhatIsDocumentedAndNothingMore() async throws {
        let stage = try await Stage()
        let iPhone = try await stage.phone(Stage.iPhone, user: "user_1042")
        let android = try await stage.phone(Stage.android, user: "user_1042")
        _ = try await stage.send(to: "user_1042", Self.documented)

        let toApple = try #require(stage.received.first { $0.service == .apns })
        let payload = try JSONReader.parse(toApple.body)
        let hk = try #require(payload["hk"]?.objectValue)
        #expect(hk.keys == ["v", "kid", "enc", "ct"])
        #expect(hk["kid"]?.stringValue == (try iPhone.encryptionPublicKey().keyID))
        let documentedAPS =
            #"{"alert":{"title":"New notification","body":""},"mutable-content":1,"badge":1,"sound":"default"}"#
        #expect(
            JSONValue.object(payload.objectValue ?? [:]).text
                == #"{"aps":\#(documentedAPS),"hk":\#(JSONValue.object(hk).text)}"#)
        // The length that the documented payload has in compact form.
        #expect(toApple.body.count == 384)
        #expect(toApple.path == "/3/device/\(iPhone.token)")
        #expect(toApple.header("apns-topic") == Stage.bundleID)
        #expect(toApple.header("apns-push-type") == "alert")
        #expect(toApple.header("apns-priority") == "10")

        let toGoogle = try #require(stage.received.first { $0.service == .fcm })
        let message = try #require(try JSONReader.parse(toGoogle.body)["message"]?.objectValue)
        #expect(message.keys.sorted() == ["android", "data", "token"])
        #expect(message["token"]?.stringValue == android.token)
        let data = try #require(message["data"]?.objectValue)
        #expect(data.keys == ["hk"])
        let envelope = try JSONReader.parse(Array(try #require(data["hk"]?.stringValue).utf8))
        #expect(envelope.objectValue?.keys == ["v", "kid", "enc", "ct"])
        #expect(envelope["kid"]?.stringValue == (try android.encryptionPublicKey().keyID))
        #expect(message["android"]?["priority"]?.stringValue?.uppercased() == "HIGH")
        #expect(message["android"]?["notification"] == nil)
    }

    @Test func anyTextArrivesAsItWasSentAndStaysHidden() async throws {
        let stage = try await Stage()
        let iPhone = try await stage.phone(Stage.iPhone, user: "ç/é")
        let android = try await stage.phone(Stage.android, user: "ç/é")
        // Composed and decomposed, escapes, and numbers whose text a double would change.
        let title = #"Réunion à 14 h / \"salle\" e\u{301} 会議"#
        let body = "Geheim\t\u{1F426}\u{200D}\u{1F525}\n\\ende"
        let data =
            #"{"z":1.50,"a":12345678901234567890,"nested":{"list":[true,null,"verborgen/wört"]},"é":"clé secrète"}"#
        let json =
            #"{"app_id":"\#(stage.appID)","user_id":"ç\/é","title":\#(JSONValue.string(title).text),"#
            + #""body":\#(JSONValue.string(body).text),"data":\#(data)}"#
        let answer = try await stage.api.call("POST", "/v1/push", bytes: Array(json.utf8))
        #expect(answer.status == 202)
        #expect(try await stage.api.finished(answer.string("id"))["status"] == "sent")

        for phone in [iPhone, android] {
            let shown = try #require(await phone.shown(atLeast: 1, within: .seconds(30))?.first)
            #expect(Array(shown.title.utf8) == Array(title.utf8))
            #expect(Array(shown.body.utf8) == Array(body.utf8))
            #expect(shown.dataJSON.map { Array($0.utf8) } == Array(data.utf8))
        }
        let secrets = [title, body, "Réunion", "Geheim", "verborgen/wört", "clé secrète", "12345678901234567890"]
        #expect(stage.received.count == 2)
        for request in stage.received {
            #expect(Disclosure.found(secrets, in: Self.bytes(request)).isEmpty)
            #expect(request.readable(secrets).isEmpty)
        }
    }

    @Test func aDeviceIsKnownByTheDocumentedKeyID() async throws {
        let stage = try await Stage()
        let publicKey = "BFGHw33ou72Yj1eGoA53xqL29aB_tk5aVfF2PiySBv06hugrUUHAOoXyzC6xpLBnjBfu8DS3Phd3ascQSTTrYPc"
        let token = stage.simulator.newDevice(for: Stage.iPhone)
        let device = try await stage.register(token, of: Stage.iPhone, user: "user_1042", key: publicKey)
        #expect(device["encryption_key_id"] == "cHRL-UfvREIeEx3Q")
        #expect(!device.text.contains(publicKey))
        let isHidden = !device.text.contains(token)
        #expect(isHidden)

        let again = try await stage.register(token, of: Stage.iPhone, user: "user_1042")
        #expect(again["id"] == device["id"])
        #expect(again["encryption_key_id"] == "cHRL-UfvREIeEx3Q")
        let removed = try await stage.register(
            token, of: Stage.iPhone, user: "user_1042", adding: ["encryption_public_key": .null])
        #expect(removed["encryption_key_id"] == .null)
    }

    /// The push of the documented test vector.
    private static let documented: JSONObject = [
        "title": "Your code", "body": "123456", "data": ["order": "42"], "badge": 1, "sound": "default",
    ]

    /// All that a provider sees of a request but the credential.
    private static func bytes(_ request: ReceivedPush) -> [UInt8] {
        Array(request.path.utf8) + request.headers.flatMap { Array("\n\($0.name): \($0.value)".utf8) } + request.body
    }
}
