// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxPushAPI
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct AuthenticationTests {
    private func readApps(
        _ harness: AccessHarness, headers: [(String, String)]
    ) async throws -> AccessHarness.Answer {
        try await harness.call("GET", "/v1/push/apps", headers: headers)
    }

    @Test func everyRefusalIsTheSame() async throws {
        let harness = try AccessHarness()
        let key = try await harness.makeKey()
        let revoked = try await harness.makeKey()
        let path = "/v1/api-keys/\(try harness.id(ofKey: revoked))"
        #expect(try await harness.call("DELETE", path, key: key).status == 204)
        let unknown = APIKeySecret(mode: .test, random: SystemRandom()).text
        let noToken = OAuthAccessToken(mode: .test, random: SystemRandom()).text
        let credentials: [[(String, String)]] = [
            [], [("Authorization", "")], [("Authorization", key)], [("Authorization", "Basic \(key)")],
            [("Authorization", "Bearer")], [("Authorization", "Bearer \(key) \(key)")],
            [("Authorization", "Bearer \(key)x")], [("Authorization", "Bearer \(key.dropLast())")],
            [("Authorization", "Bearer \(key.uppercased())")], [("Authorization", "Bearer \(unknown)")],
            [("Authorization", "Bearer \(revoked)")], [("Authorization", "Bearer \(noToken)")],
            [("Authorization", "Bearer \(key)"), ("Authorization", "Bearer \(key)")],
            [("X-API-Key", key)],
        ]
        var bodies: Set<[UInt8]> = []
        for headers in credentials {
            let answer = try await readApps(harness, headers: headers)
            #expect(answer.status == 401, "\(headers.count) headers")
            #expect(answer.headers["www-authenticate"] == "Bearer")
            #expect(answer.code == "UNAUTHENTICATED")
            bodies.insert(answer.body.compact)
        }
        #expect(bodies.count == 1)
        #expect(try await readApps(harness, headers: [("Authorization", "bearer \(key)")]).status == 200)
    }

    @Test func aRevokedKeyStopsWorkingInEveryProcess() async throws {
        let harness = try AccessHarness()
        let other = try harness.anotherProcess()
        let (admin, key) = (try await harness.makeKey(), try await harness.makeKey())
        #expect(try await other.call("GET", "/v1/push/apps", key: key).status == 200)
        let path = "/v1/api-keys/\(try harness.id(ofKey: key))"
        #expect(try await harness.call("DELETE", path, key: admin).status == 204)
        #expect(try await other.call("GET", "/v1/push/apps", key: key).status == 401)
        #expect(try await harness.call("GET", "/v1/push/apps", key: key).status == 401)
    }

    @Test func permissionsChangeInEveryProcess() async throws {
        let harness = try AccessHarness()
        let other = try harness.anotherProcess()
        let (admin, key) = (try await harness.makeKey(), try await harness.makeKey())
        let path = "/v1/api-keys/\(try harness.id(ofKey: key))"
        let change: JSONValue = ["permissions": ["push": "r"]]
        #expect(try await harness.call("PATCH", path, key: admin, change).status == 200)
        let answer = try await other.call("GET", "/v1/push/apps", key: key)
        #expect(answer.status == 403)
        #expect(answer.required == "push_apps:r")
    }

    @Test func theLastUseIsWrittenOnceAMinute() async throws {
        let harness = try AccessHarness()
        let key = try await harness.makeKey()
        func lastUse(of harness: AccessHarness) async throws -> String? {
            // Asks as another key would, so that the question is no use of the key.
            let other = try await harness.makeKey()
            let list = try await harness.call("GET", "/v1/api-keys?limit=100", key: other)
            return list.elements.last?["lastUsedAt"]?.stringValue
        }
        #expect(try await lastUse(of: harness) == nil)
        let first = harness.time.now()
        for _ in 0..<5 { _ = try await harness.call("GET", "/v1/push/apps", key: key) }
        // This process knows already, another one once it is written.
        #expect(try await lastUse(of: harness) == first.rfc3339)
        #expect(try await lastUse(of: try harness.anotherProcess()) == nil)
        try await write(harness)
        #expect(try await lastUse(of: try harness.anotherProcess()) == first.rfc3339)

        harness.time.advance(by: .seconds(59))
        _ = try await harness.call("GET", "/v1/push/apps", key: key)
        #expect(harness.usage.take().values.filter { $0 == harness.time.now() }.count == 0)
        harness.time.advance(by: .seconds(1))
        _ = try await harness.call("GET", "/v1/push/apps", key: key)
        try await write(harness)
        #expect(try await lastUse(of: harness) == (first + .seconds(60)).rfc3339)
    }

    private func write(_ harness: AccessHarness) async throws {
        let (vault, times) = (harness.vault, harness.usage.take())
        try await harness.database.write { try APIKeyTable($0, vault).noteUse(times) }
    }
}
