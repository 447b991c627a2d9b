// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import Testing
import WaxJSON
import WaxSimulator

/// A push to a browser from the API to the notification, through a push service that checks what the RFCs ask.
@Suite(.bounded, .timeLimit(.minutes(4))) struct WebPushTests {
    private static let webPush: JSONObject = ["web_push": ["subject": "mailto:push@example.com"]]
    private static let content: JSONObject = [
        "title": "Your code", "body": "123456", "data": ["order": "42"], "badge": 1, "thread_id": "codes",
    ]

    /// A new browser that subscribed for the app's key, registered.
    private func browser(
        _ stage: Stage, user: String, withKey: Bool, applicationServerKey: String? = nil
    ) async throws -> SimulatedPhone {
        let app = try await stage.api.get("/v1/push/apps/\(stage.appID)")
        let publicKey = try #require(app["web_push"]?["public_key"]?.stringValue)
        let browser = stage.simulator.newPhone(for: .web(applicationServerKey: applicationServerKey ?? publicKey))
        try await register(browser, stage, user: user, withKey: withKey)
        return browser
    }

    @discardableResult
    private func register(
        _ browser: SimulatedPhone, _ stage: Stage, user: String, withKey: Bool
    ) async throws -> JSONValue {
        let subscription = try #require(browser.subscription)
        var body: JSONObject = [
            "app_id": .string(stage.appID), "platform": "web", "user_id": .string(user),
            "token": [
                "endpoint": .string(subscription.endpoint), "p256dh": .string(subscription.p256dh),
                "auth": .string(subscription.auth),
            ],
        ]
        if withKey { body["encryption_public_key"] = .string(try browser.encryptionPublicKey().publicKey) }
        return try await stage.api.make("PUT", "/v1/push/devices", body).body
    }

    @Test func sealedAndPlain() async throws {
        let stage = try await Stage(app: Self.webPush)
        let sealed = try await browser(stage, user: "anna", withKey: true)
        let plain = try await browser(stage, user: "anna", withKey: false)
        let iPhone = try await stage.phone(Stage.iPhone, user: "anna")
        let push = try await stage.send(to: "anna", Self.content)
        #expect(push["status"] == "sent")
        #expect(push["counts"] == ["queued": 0, "sent": 3, "failed": 0, "refused": 0])
        for phone in [sealed, plain, iPhone] {
            let shown = try #require(await phone.shown(atLeast: 1, within: .seconds(30))?.first)
            #expect(shown.title == "Your code" && shown.body == "123456" && shown.badge == 1)
            #expect(shown.dataJSON == #"{"order":"42"}"# && shown.threadID == "codes")
            #expect(shown.wasEncrypted == (phone !== plain) && shown.failure == nil)
        }
        let requests = stage.received.filter { $0.service == .webPush }
        #expect(requests.count == 2)
        for request in requests {
            #expect(request.readable(["Your code", "123456", "codes", "order"]).isEmpty)
            #expect(request.header("ttl") == "2419200" && request.header("urgency") == "high")
            #expect(request.header("topic") == nil && request.header("content-encoding") == "aes128gcm")
            #expect(request.header("content-length") == "\(request.body.count)")
        }
        let id = try #require(push["id"]?.stringValue)
        let deliveries = try await stage.api.deliveries(id).filter { $0["platform"] == "web" }
        #expect(deliveries.count == 2)
        for delivery in deliveries {
            #expect(delivery["provider"] == "web_push" && delivery["provider_status"] == 201)
            #expect(delivery["provider_message_id"]?.stringValue?.hasPrefix(stage.simulator.url(of: .webPush)) == true)
        }
    }

    @Test func aSubscriptionOfAnotherKeyAndOneThatIsGone() async throws {
        let stage = try await Stage(app: Self.webPush)
        let gone = try await browser(stage, user: "gone", withKey: true)
        #expect(stage.simulator.removeApp(fromDevice: gone.token))
        let other = "BFGHw33ou72Yj1eGoA53xqL29aB_tk5aVfF2PiySBv06hugrUUHAOoXyzC6xpLBnjBfu8DS3Phd3ascQSTTrYPc"
        _ = try await browser(stage, user: "other key", withKey: true, applicationServerKey: other)
        let id = try await stage.api.send(["app_id": .string(stage.appID), "all_devices": true, "title": "To all"])
        #expect(try await stage.api.finished(id)["counts"] == ["queued": 0, "sent": 0, "failed": 2, "refused": 0])
        let codes = ["gone": "TOKEN_UNREGISTERED", "other key": "TOKEN_NOT_FOR_APP"]
        let devices = try await stage.api.list("/v1/push/devices")
        let reasons = devices.map { ($0["user_id"]?.stringValue ?? "", $0["deactivation_reason"]?.stringValue ?? "") }
        #expect(reasons.count == 2 && Dictionary(reasons) { $1 } == codes)
        // A new registration revives it.
        stage.simulator.restoreApp(onDevice: gone.token)
        try await register(gone, stage, user: "gone", withKey: true)
        #expect(try await stage.send(to: "gone", ["title": "Back"])["status"] == "sent")
    }

    @Test func aServiceThatAsksToWaitGetsItOnceMore() async throws {
        let stage = try await Stage(app: Self.webPush)
        let browser = try await browser(stage, user: "anna", withKey: true)
        stage.simulator.order(.answer("ServiceUnavailable", retryAfter: 1), service: .webPush)
        let push = try await stage.send(to: "anna", Self.content)
        #expect(push["status"] == "sent")
        #expect(await browser.shown(atLeast: 1, within: .seconds(30))?.count == 1)
        #expect(try await stage.api.delivery(try #require(push["id"]?.stringValue))["attempts"] == 2)
    }

    @Test func aPushServiceBesideTheServerIsNotReached() async throws {
        let server = try await BareServer()
        let service = try Simulator(directory: server.directory.file("simulator"))
        defer { service.close() }
        let app = try await server.live.make(
            "POST", "/v1/push/apps", ["name": "Web", "web_push": ["subject": "mailto:push@example.com"]])
        let key = try #require(app["web_push"]?["public_key"]?.stringValue)
        let browser = service.newPhone(for: .web(applicationServerKey: key))
        let subscription = try #require(browser.subscription)
        let device = try await server.live.make(
            "PUT", "/v1/push/devices",
            [
                "app_id": .string(try app.string("id")), "platform": "web",
                "token": [
                    "endpoint": .string(subscription.endpoint), "p256dh": .string(subscription.p256dh),
                    "auth": .string(subscription.auth),
                ],
            ])
        let id = try await server.live.send([
            "app_id": .string(try app.string("id")), "device_id": .string(try device.string("id")), "title": "Hello",
        ])
        #expect(try await server.live.finished(id)["error_code"] == "TOKEN_INVALID")
        #expect(try await server.live.delivery(id)["provider_reason"] == "ForbiddenAddress")
        #expect(service.received.isEmpty)
    }
}
