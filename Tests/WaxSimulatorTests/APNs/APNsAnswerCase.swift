// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxSimulator

/// A change to a push that would be accepted, and what Apple answers to it.
struct APNsAnswerCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let reason: String
    let change: @Sendable (inout TestRequest, SimulatorFixture) throws -> Void

    init(
        _ name: String, _ status: Int, _ reason: String,
        _ change: @escaping @Sendable (inout TestRequest, SimulatorFixture) throws -> Void
    ) {
        testDescription = name
        self.status = status
        self.reason = reason
        self.change = change
    }

    private static func header(_ name: String, _ value: String?, _ status: Int, _ reason: String) -> APNsAnswerCase {
        APNsAnswerCase("\(name): \(value ?? "none")", status, reason) { request, _ in request[name] = value }
    }

    private static func body(_ name: String, _ body: String, _ status: Int, _ reason: String) -> APNsAnswerCase {
        APNsAnswerCase(name, status, reason) { request, _ in request.body = Array(body.utf8) }
    }

    static let requests = [
        APNsAnswerCase("GET", 405, "MethodNotAllowed") { request, _ in request.method = "GET" },
        APNsAnswerCase("another path", 404, "BadPath") { request, _ in request.path = "/4/device/00" },
        APNsAnswerCase("a path below the token", 404, "BadPath") { request, _ in request.path += "/x" },
        APNsAnswerCase("no token", 400, "MissingDeviceToken") { request, _ in request.path = "/3/device/" },
        APNsAnswerCase("a field twice", 400, "DuplicateHeaders") { request, _ in
            request.headers.append(("apns-priority", "10"))
        },
        header("apns-id", "not-a-uuid", 400, "BadMessageId"),
        header("apns-id", "3F2B1C0D-0123-4ABC-8DEF-0123456789AB", 400, "BadMessageId"),
        header("apns-collapse-id", String(repeating: "x", count: 65), 400, "BadCollapseId"),
        header("apns-expiration", "tomorrow", 400, "BadExpirationDate"),
        header("apns-expiration", "-1", 400, "BadExpirationDate"),
        header("apns-priority", "7", 400, "BadPriority"),
        header("apns-push-type", "telegram", 400, "InvalidPushType"),
        header("apns-push-type", "background", 400, "BadPriority"),
        header("apns-topic", nil, 400, "MissingTopic"),
        header("apns-topic", "not a bundle id", 400, "BadTopic"),
        header("apns-topic", "ca.example.other", 400, "TopicDisallowed"),
        header("apns-push-type", "voip", 400, "BadTopic"),
        body("no payload", "", 400, "PayloadEmpty"),
        body("a payload that is not JSON", "{", 400, "PayloadEmpty"),
        body("a payload without aps", #"{"hk":{}}"#, 400, "PayloadEmpty"),
        body("4097 bytes", #"{"aps":{},"x":""# + String(repeating: "x", count: 4080) + #""}"#, 413, "PayloadTooLarge"),
        APNsAnswerCase("an unknown token", 400, "BadDeviceToken") { request, _ in
            request.path = "/3/device/\(String(repeating: "ab", count: 32))"
        },
        APNsAnswerCase("a token that is not hexadecimal", 400, "BadDeviceToken") { request, _ in
            request.path = "/3/device/\(String(repeating: "xy", count: 32))"
        },
        APNsAnswerCase("a token of the other environment", 400, "BadDeviceToken") { request, fixture in
            let app = SimulatedApp.ios(bundleID: SimulatorFixture.bundleID, environment: .sandbox)
            request.path = "/3/device/\(fixture.simulator.newDevice(for: app))"
        },
        APNsAnswerCase("a token of Google's", 400, "BadDeviceToken") { request, fixture in
            request.path = "/3/device/\(fixture.simulator.newDevice(for: SimulatorFixture.android))"
        },
        APNsAnswerCase("a token of another app", 400, "DeviceTokenNotForTopic") { request, fixture in
            request.path = "/3/device/\(fixture.simulator.newDevice(for: .ios(bundleID: "ca.example.other")))"
        },
    ]
}
