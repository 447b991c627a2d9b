// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxJSON
import WaxSimulator
import WaxSystem

@Suite(.timeLimit(.minutes(2))) struct APNsProviderTokenTests {
    /// What is wrong with a provider token.
    enum Mistake: String, CaseIterable {
        case absent, basic, noToken, otherTeam, otherKey, unknownKey, noKey, otherAlgorithm, noTime, fromTheFuture
        case expired, cutShort, changed
    }

    private let fixture: SimulatorFixture
    private let key: IssuedAPNsKey
    private let token: String

    init() throws {
        fixture = try SimulatorFixture()
        key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        token = fixture.simulator.newDevice(for: SimulatorFixture.ios)
    }

    private func authorization(_ mistake: Mistake) throws -> String? {
        let now = fixture.time.now().seconds
        var header: JSONObject = ["alg": "ES256", "kid": .string(key.keyID)]
        var claims: JSONObject = ["iss": .string(key.teamID), "iat": .number(JSONNumber(now))]
        var privateKey = key.privateKey
        switch mistake {
        case .absent: return nil
        case .basic: return "basic dXNlcjpwYXNzd29yZA=="
        case .noToken: return "bearer one.two"
        case .otherTeam: claims["iss"] = "ABCDE12345"
        case .otherKey: privateKey = fixture.simulator.issueAPNsKey(bundleID: "ca.example.other").privateKey
        case .unknownKey: header["kid"] = "ABCDE12345"
        case .noKey: header["kid"] = nil
        case .otherAlgorithm: header["alg"] = "none"
        case .noTime: claims["iat"] = nil
        case .fromTheFuture: claims["iat"] = .number(JSONNumber(now + 61))
        case .expired: claims["iat"] = .number(JSONNumber(now - 3601))
        case .cutShort, .changed: break
        }
        let token = try TestToken.apns(privateKey: privateKey, header: header, claims: claims)
        return switch mistake {
        case .cutShort: "bearer \(token.dropLast(4))"
        case .changed: "bearer x\(token)"
        default: "bearer \(token)"
        }
    }

    @Test(arguments: Mistake.allCases)
    func refuses(_ mistake: Mistake) async throws {
        var request = try fixture.apnsPush(to: token, by: key)
        request["authorization"] = try authorization(mistake)
        let answer = try await fixture.client(.apns).answer(to: request)
        #expect(answer.status == 403)
        switch mistake {
        case .absent, .basic: #expect(answer.reason == "MissingProviderToken")
        case .expired: #expect(answer.reason == "ExpiredProviderToken")
        default: #expect(answer.reason == "InvalidProviderToken")
        }
    }

    @Test func agesWithTheClock() async throws {
        let client = try fixture.client(.apns)
        let request = try fixture.apnsPush(to: token, by: key)
        #expect(try await client.answer(to: request).status == 200)
        fixture.time.advance(by: .seconds(3600))
        #expect(try await client.answer(to: request).status == 200)
        fixture.time.advance(by: .seconds(1))
        #expect(try await client.answer(to: request).reason == "ExpiredProviderToken")
        fixture.simulator.setClockOffset(.seconds(-3600))
        #expect(try await client.answer(to: request).status == 200)
        fixture.simulator.setClockOffset(.seconds(-7200))
        #expect(try await client.answer(to: request).reason == "InvalidProviderToken")
    }

    @Test func isForgottenWithItsKey() async throws {
        let client = try fixture.client(.apns)
        let request = try fixture.apnsPush(to: token, by: key)
        #expect(try await client.answer(to: request).status == 200)
        fixture.simulator.revokeAPNsKey(key.keyID)
        #expect(try await client.answer(to: request).reason == "InvalidProviderToken")
    }

    @Test func changesAtMostEveryTwentyMinutes() async throws {
        let client = try fixture.client(.apns)
        let first = try fixture.apnsPush(to: token, by: key)
        #expect(try await client.answer(to: first).status == 200)
        fixture.time.advance(by: .seconds(1199))
        let second = try fixture.apnsPush(to: token, by: key)
        let refused = try await client.answer(to: second)
        #expect(refused.status == 429 && refused.reason == "TooManyProviderTokenUpdates")
        #expect(try await client.answer(to: first).status == 200)
        #expect(try await fixture.client(.apns).answer(to: second).status == 200)
        fixture.time.advance(by: .seconds(1))
        #expect(try await client.answer(to: second).status == 200)
    }

    @Test func bindsTheConnectionToItsTeam() async throws {
        let other = fixture.simulator.issueAPNsKey(bundleID: "ca.example.other")
        #expect(other.teamID != key.teamID)
        let device = fixture.simulator.newDevice(for: .ios(bundleID: "ca.example.other"))
        let client = try fixture.client(.apns)
        #expect(try await client.answer(to: fixture.apnsPush(to: token, by: key)).status == 200)
        var request = try fixture.apnsPush(to: device, by: other)
        request["apns-topic"] = "ca.example.other"
        let answer = try await client.answer(to: request)
        #expect(answer.status == 403 && answer.reason == "UnrelatedKeyIdInToken")
        #expect(try await fixture.client(.apns).answer(to: request).status == 200)
    }

    @Test func maySendToAllAppsOfTheTeam() async throws {
        let sibling = "ca.example.sibling"
        let second = fixture.simulator.issueAPNsKey(bundleID: sibling, teamID: key.teamID)
        #expect(second.teamID == key.teamID)
        let device = fixture.simulator.newDevice(for: .ios(bundleID: sibling))
        var request = try fixture.apnsPush(to: device, by: key)
        request["apns-topic"] = sibling
        #expect(try await fixture.client(.apns).answer(to: request).status == 200)
    }

    @Test func holdsForTheEnvironmentOfItsKey() async throws {
        let limited = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID, environment: .sandbox)
        let request = try fixture.apnsPush(to: token, by: limited)
        let answer = try await fixture.client(.apns).answer(to: request)
        #expect(answer.status == 403 && answer.reason == "BadEnvironmentKeyIdInToken")
        let device = fixture.simulator.newDevice(
            for: .ios(bundleID: SimulatorFixture.bundleID, environment: .sandbox))
        let allowed = try fixture.apnsPush(to: device, by: limited)
        #expect(try await fixture.client(.apnsSandbox).answer(to: allowed).status == 200)
    }
}
