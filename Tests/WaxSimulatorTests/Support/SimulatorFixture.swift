// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import WaxCrypto
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSimulator
import WaxSystem

/// A simulator with a clock that stands, and requests that it accepts.
struct SimulatorFixture {
    static let bundleID = "ca.example.app"
    static let projectID = "example-project"
    static let ios = SimulatedApp.ios(bundleID: bundleID)
    static let android = SimulatedApp.android(projectID: projectID)

    let time = ManualTime()
    let directory: TemporaryDirectory
    let simulator: Simulator
    private let providerTokens = Locked<[String: String]>([:])

    init(_ change: (inout SimulatorConfiguration) -> Void = { _ in }) throws {
        var configuration = SimulatorConfiguration()
        change(&configuration)
        directory = try TemporaryDirectory()
        simulator = try Simulator(directory: directory.file("simulator"), configuration: configuration, time: time)
    }

    func client(_ service: SimulatedService, streams: Int = 100) throws -> ProviderClient {
        try ProviderClient(
            port: simulator.port(of: service),
            trusting: String(contentsOfFile: simulator.certificateFile, encoding: .utf8), streams: streams)
    }

    // MARK: Apple

    /// A provider token of a key: always the same as long as the clock stands.
    func providerToken(_ key: IssuedAPNsKey) throws -> String {
        let now = time.now().seconds
        return try providerTokens.withLock { tokens in
            let name = "\(key.keyID) \(now)"
            let token =
                try tokens[name]
                ?? TestToken.apns(
                    privateKey: key.privateKey, header: ["alg": "ES256", "kid": .string(key.keyID)],
                    claims: ["iss": .string(key.teamID), "iat": .number(JSONNumber(now))])
            tokens[name] = token
            return token
        }
    }

    func apnsPush(to token: String, by key: IssuedAPNsKey, payload: [UInt8] = plainPayload) throws -> TestRequest {
        TestRequest(
            path: "/3/device/\(token)",
            headers: [
                ("authorization", "bearer \(try providerToken(key))"), ("apns-topic", Self.bundleID),
                ("apns-push-type", "alert"), ("apns-priority", "10"), ("apns-expiration", "0"),
                ("apns-id", "3f2b1c0d-7c1e-4abc-8def-9b8a7f6e5d4c"), ("apns-collapse-id", "delivery-1"),
            ], body: payload)
    }

    static let plainPayload = Array(#"{"aps":{"alert":{"title":"Hello","body":"there"}}}"#.utf8)

    /// The body of a push that is sealed to a key, as the server makes it.
    static func sealedPayload(_ content: PushContent, to publicKey: String) throws -> [UInt8] {
        let envelope = try JSONReader.parse(seal(content, to: publicKey).json)
        return JSONValue.object([
            "aps": ["alert": ["title": "New notification", "body": ""], "mutable-content": 1, "badge": 1],
            "hk": envelope,
        ]).compact
    }

    static func seal(_ content: PushContent, to publicKey: String) throws -> HKEnvelope {
        guard let key = HKPublicKey(publicKey) else { throw TestAnswer.Missing() }
        return try HKEnvelope.seal(content.plaintext, to: key)
    }

    // MARK: Google

    func assertion(
        _ account: IssuedServiceAccount, header: JSONObject = [:], claims: JSONObject = [:]
    ) throws -> String {
        let now = time.now().seconds
        var allClaims: JSONObject = [
            "iss": .string(account.clientEmail), "scope": "https://www.googleapis.com/auth/firebase.messaging",
            "aud": .string(simulator.tokenURI), "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 3600)),
        ]
        for (key, value) in claims { allClaims[key] = value }
        var allHeader: JSONObject = ["alg": "RS256", "typ": "JWT", "kid": .string(account.privateKeyID)]
        for (key, value) in header { allHeader[key] = value }
        let privateKey = try JSONReader.parse(account.json)["private_key"]?.stringValue ?? ""
        return try TestToken.google(privateKey: privateKey, header: allHeader, claims: allClaims)
    }

    static func tokenRequest(assertion: String) -> TestRequest {
        TestRequest(
            path: "/token", headers: [("content-type", "application/x-www-form-urlencoded")],
            body: Array(
                "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)".utf8))
    }

    /// Exchanges an assertion for an access token.
    func accessToken(_ account: IssuedServiceAccount) async throws -> String {
        let answer = try await client(.oauth).answer(to: Self.tokenRequest(assertion: assertion(account)))
        guard let token = answer.json["access_token"]?.stringValue else { throw TestAnswer.Missing() }
        return token
    }

    static func fcmMessage(_ message: JSONObject, accessToken: String) -> TestRequest {
        TestRequest(
            path: "/v1/projects/\(projectID)/messages:send",
            headers: [("authorization", "Bearer \(accessToken)"), ("content-type", "application/json")],
            body: JSONValue.object(["message": .object(message)]).compact)
    }

    static func sealedMessage(_ content: PushContent, to publicKey: String, token: String) throws -> JSONObject {
        let envelope = String(decoding: try seal(content, to: publicKey).json, as: UTF8.self)
        return [
            "token": .string(token), "data": ["hk": .string(envelope)],
            "android": ["priority": "HIGH", "ttl": "86400s"],
        ]
    }
}
