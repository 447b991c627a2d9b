// SPDX-License-Identifier: Apache-2.0
import TestSupport
import WaxEnvelope
import WaxJSON
import WaxSystem

/// A push with a title, a text, data and sometimes a fallback, all of which are nobody else's business.
struct SecretPush: Sendable {
    /// The number that all fallback texts come from.
    static let sender = "+14385550199"

    private enum Kind: Int, CaseIterable {
        case delivered, test, toNobody, scheduled
    }

    let api: APIClient
    let body: JSONObject
    let secrets: [Secret]
    let isScheduled: Bool
    private let idempotencyKey: String

    /// - Parameters:
    ///   - number: makes its code and its phone number unlike those of any other push.
    ///   - staysScheduled: whether it is for tomorrow in any case.
    init(_ number: Int, on stage: SecretStage, staysScheduled: Bool) throws {
        let kind = staysScheduled ? Kind.scheduled : Kind.allCases[number % Kind.allCases.count]
        let (title, value) = (Self.randomText(), Self.randomText())
        let code = String(100_000 + number * 811)
        // Half of the texts are so short that somebody could try out all there are.
        let text = (number / Kind.allCases.count).isMultiple(of: 2) ? code : Self.randomText()
        var secrets = [
            Secret("title \(number)", title), Secret("body \(number)", text), Secret("value \(number)", value),
        ]
        var body: JSONObject = [
            "app_id": .string(kind == .test ? stage.testApp : stage.liveApp),
            "user_id": .string(kind == .toNobody ? "nobody" : SecretStage.user), "title": .string(title),
            "body": .string(text), "data": ["value": .string(value)], "collapse_key": .string("key-\(code)"),
        ]
        if kind == .toNobody || kind == .scheduled {
            let (phone, message) = ("+1514555\(7000 + number)", "Your code is \(code)")
            body["fallback"] = ["text": .string(message), "to": .string(phone), "from": "+14385550199"]
            secrets += [
                Secret("number \(number)", phone), Secret("message \(number)", message),
            ]
        }
        if kind == .scheduled { body["scheduled_at"] = .string((SystemTime().now() + .seconds(86_400)).rfc3339) }
        // With the whole request the hash that is kept for an idempotency key could be tried out.
        secrets.append(Secret("request \(number)", bytes: JSONValue.object(body).compact))
        idempotencyKey = "push \(number)"
        (api, isScheduled) = (kind == .test ? stage.test : stage.live, kind == .scheduled)
        (self.body, self.secrets) = (body, secrets)
    }

    /// Sends it under an idempotency key of its own and returns its id.
    func send() async throws -> String {
        let answer = try await api.call("POST", "/v1/push", body, headers: [("Idempotency-Key", idempotencyKey)])
        guard answer.status == 202 else { throw TestFailure("a push was refused: \(answer.status)") }
        return try answer.string("id")
    }

    private static func randomText() -> String { Base64URL.encode(SystemRandom().bytes(18)) }
}
