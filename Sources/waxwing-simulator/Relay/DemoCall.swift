// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSystem

/// Calls of one process of the demonstration to another.
struct DemoCall: Sendable {
    private let client = HTTPClient()

    func post(_ url: String, _ body: JSONValue) async throws -> (status: Int, body: [UInt8]) {
        var request = HTTPClientRequest(method: "POST", url: url)
        request.headers.add("Content-Type", "application/json")
        request.body = body.compact
        let response = try await client.send(request)
        return (response.status, response.body)
    }

    func get(_ url: String) async throws -> [UInt8] {
        var request = HTTPClientRequest(method: "GET", url: url)
        request.timeout = .seconds(60)
        let response = try await client.send(request)
        guard response.status == 200 else { throw CommandFailure("\(url) was answered by \(response.status)") }
        return response.body
    }

    /// Wakes through a relay, and says what it answered.
    func wake(relay: String, token: String) async throws -> JSONObject {
        let nonce = SystemRandom().bytes(16)
        let answer = try await post(
            "\(relay)/v1/sealed/wake",
            [
                "v": 1, "nonce": .string(Base64URL.encode(nonce)), "class": "alert", "tokens": [.string(token)],
            ])
        return [
            "status": .number(JSONNumber(answer.status)), "body": .string(String(decoding: answer.body, as: UTF8.self)),
        ]
    }
}
