// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON
import WaxSimulator

/// A change to a message that would be accepted, and what Google answers to it.
struct FCMAnswerCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    /// The canonical name of the status.
    let name: String
    /// FCM's own code.
    let code: String?
    let change: @Sendable (inout TestRequest, SimulatorFixture) throws -> Void

    init(
        _ description: String, _ status: Int, _ name: String, _ code: String? = nil,
        _ change: @escaping @Sendable (inout TestRequest, SimulatorFixture) throws -> Void
    ) {
        testDescription = description
        self.status = status
        self.name = name
        self.code = code
        self.change = change
    }

    private static func message(
        _ description: String, _ status: Int, _ name: String, _ code: String? = nil,
        _ change: @escaping @Sendable (inout JSONObject, SimulatorFixture) throws -> Void
    ) -> FCMAnswerCase {
        FCMAnswerCase(description, status, name, code) { request, fixture in
            guard var message = try JSONReader.parse(request.body)["message"]?.objectValue else { return }
            try change(&message, fixture)
            request.body = JSONValue.object(["message": .object(message)]).compact
        }
    }

    private static func android(_ member: String, _ value: JSONValue, _ code: String?) -> FCMAnswerCase {
        message("android.\(member) \(String(decoding: value.compact, as: UTF8.self))", 400, "INVALID_ARGUMENT", code) {
            message, _ in message["android"] = .object([member: value])
        }
    }

    private static func data(_ data: JSONValue, _ description: String, _ code: String?) -> FCMAnswerCase {
        message("data: \(description)", 400, "INVALID_ARGUMENT", code) { message, _ in message["data"] = data }
    }

    static let all = [
        FCMAnswerCase("no authorization", 401, "UNAUTHENTICATED") { request, _ in request["authorization"] = nil },
        FCMAnswerCase("an unknown access token", 401, "UNAUTHENTICATED") { request, _ in
            request["authorization"] = "Bearer ya29.c.unknown"
        },
        FCMAnswerCase("GET", 404, "NOT_FOUND") { request, _ in request.method = "GET" },
        FCMAnswerCase("another path", 404, "NOT_FOUND") { request, _ in request.path += "All" },
        FCMAnswerCase("an unknown project", 404, "NOT_FOUND") { request, _ in
            request.path = "/v1/projects/unknown/messages:send"
        },
        FCMAnswerCase("the project of others", 403, "PERMISSION_DENIED") { request, fixture in
            _ = fixture.simulator.newDevice(for: .android(projectID: "other-project"))
            request.path = "/v1/projects/other-project/messages:send"
        },
        FCMAnswerCase("no JSON", 400, "INVALID_ARGUMENT") { request, _ in request.body = [] },
        FCMAnswerCase("no message", 400, "INVALID_ARGUMENT", "INVALID_ARGUMENT") { request, _ in
            request.body = Array("{}".utf8)
        },
        FCMAnswerCase("an unknown member", 400, "INVALID_ARGUMENT") { request, _ in
            request.body = Array(#"{"mesage":{}}"#.utf8)
        },
        message("a message member that is unknown", 400, "INVALID_ARGUMENT") { message, _ in message["hk"] = "x" },
        message("no token", 400, "INVALID_ARGUMENT", "INVALID_ARGUMENT") { message, _ in message["token"] = nil },
        message("a malformed token", 400, "INVALID_ARGUMENT", "INVALID_ARGUMENT") { message, _ in
            message["token"] = "not-a-token"
        },
        message("an unknown token", 404, "NOT_FOUND", "UNREGISTERED") { message, _ in
            let other = try SimulatorFixture().simulator
            message["token"] = .string(other.newDevice(for: SimulatorFixture.android))
        },
        message("a dead token", 404, "NOT_FOUND", "UNREGISTERED") { message, fixture in
            let token = fixture.simulator.newDevice(for: SimulatorFixture.android)
            fixture.simulator.removeApp(fromDevice: token)
            message["token"] = .string(token)
        },
        message("a token of another project", 403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH") { message, fixture in
            message["token"] = .string(fixture.simulator.newDevice(for: .android(projectID: "other-project")))
        },
        data(["n": 1], "a number", nil),
        data("text", "no object", nil),
        data(["from": "x"], "a reserved name", "INVALID_ARGUMENT"),
        data(["google.x": "x"], "a reserved beginning", "INVALID_ARGUMENT"),
        data(["gcm_x": "x"], "another reserved beginning", "INVALID_ARGUMENT"),
        data(["hk": .string(String(repeating: "x", count: 4095))], "4097 bytes", "INVALID_ARGUMENT"),
        android("priority", "urgent", nil),
        android("ttl", "2419201s", "INVALID_ARGUMENT"),
        android("ttl", "1d", "INVALID_ARGUMENT"),
        android("ttl", 60, nil),
        android("colour", "red", nil),
        android("notification", ["tag": 1], nil),
    ]
}
