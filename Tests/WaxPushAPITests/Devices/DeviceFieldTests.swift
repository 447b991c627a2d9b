// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxJSON

/// The rules of a registration's fields, at both sides of each limit.
@Suite struct DeviceFieldTests {
    private static func hex(_ count: Int) -> String { String(repeating: "a", count: count) }

    /// Members that replace those of a good registration; `-` takes one out.
    static let rules: [(JSONObject, [String])] = [
        ([:], []), (["token": "-"], ["token required"]), (["token": .null], ["token not_null"]),
        (["token": 7], ["token type"]),
        (["token": ""], ["token format"]), (["token": "abc"], ["token format"]), (["token": "xy"], ["token format"]),
        (["token": "ab cd"], ["token format"]), (["token": "ab"], []), (["token": .string(hex(400))], []),
        (["token": .string(hex(402))], ["token format"]), (["token": "ÀÀ"], ["token format"]),
        (["token": "test_nothing"], ["token format"]), (["token": "test_accept-1"], []),
        (["platform": "-"], ["platform required"]), (["platform": .null], ["platform not_null"]),
        (["platform": "web"], ["token type"]),
        (["platform": "IOS"], ["platform one_of"]), (["platform": 1], ["platform type"]),
        (["app_id": "-"], ["app_id required"]), (["app_id": .null], ["app_id not_null"]),
        (["app_id": 5], ["app_id type"]),
        (["user_id": .null], []), (["user_id": ""], ["user_id length"]), (["user_id": 42], ["user_id type"]),
        (["user_id": .string(String(repeating: "é", count: 255))], []),
        (["user_id": .string(String(repeating: "é", count: 256))], ["user_id length"]),
        (["apns_environment": "sandbox"], []), (["apns_environment": "production"], []),
        (["apns_environment": .null], ["apns_environment not_null"]),
        (["apns_environment": "development"], ["apns_environment one_of"]),
        (["encryption_public_kye": "x"], ["encryption_public_kye unknown_field"]),
        (["active": true], ["active unknown_field"]),
        (["platform": "android", "token": "a:b_c-d"], []), (["platform": "android", "token": .string(hex(4096))], []),
        (["platform": "android", "token": .string(hex(4097))], ["token format"]),
        (["platform": "android", "token": "a b"], ["token format"]),
        (["platform": "android", "token": "é"], ["token format"]),
        (["platform": "android", "token": "test_x"], ["token format"]),
        (["platform": "android", "token": "t", "apns_environment": "sandbox"], ["apns_environment not_allowed"]),
        (
            ["token": 1, "platform": 2, "user_id": 3, "encryption_public_key": 4, "x": 5],
            [
                "platform type", "token type", "user_id type", "encryption_public_key type", "x unknown_field",
            ]
        ),
    ]

    @Test(arguments: rules.indices) func member(index: Int) async throws {
        let (members, expected) = Self.rules[index]
        let rig = try PushAPIRig()
        let body: JSONObject = ["app_id": .string(try await rig.makeApp()), "token": "abcd", "platform": "ios"]
        let answer = try await rig.call("PUT", "/v1/push/devices", body.changed(members))
        #expect(answer.problems == expected)
        #expect(answer.refusal == (expected.isEmpty ? "201 " : "422 VALIDATION_ERROR"))
    }

    /// All that is no canonical text of an uncompressed point on the curve.
    @Test func wrongKeys() async throws {
        let rig = try PushAPIRig()
        let app = try await rig.makeApp()
        let good = SeedVector.publicKey
        let point = try #require(Base64URL.decode(good))
        var offCurve = point
        offCurve[64] ^= 1
        var keys = [
            "", " " + good, good + "=", good + "\n", String(good.dropLast()), good + "A",
            good.replacingLast(with: "d"), SeedVector.privateKey, Base64URL.encode(offCurve),
            Base64URL.encode([2] + point[1...32]), Base64URL.encode([3] + point[1...32]),
            Base64URL.encode([6] + point[1...]), Base64URL.encode([5] + point[1...]), Base64URL.encode([0]),
            Base64URL.encode([4] + [UInt8](repeating: 0, count: 64)),
            Base64URL.encode([4] + [UInt8](repeating: 0xFF, count: 64)), Base64URL.encode(Array(point[1...])),
        ]
        keys += [good.uppercased(), String(good.map { $0 == "_" ? "/" : $0 == "-" ? "+" : $0 })]
        for key in keys {
            let answer = try await rig.call(
                "PUT", "/v1/push/devices",
                ["app_id": .string(app), "token": "abcd", "platform": "ios", "encryption_public_key": .string(key)])
            #expect(answer.status == 422 && answer.problems == ["encryption_public_key format"])
            let isHidden = key.isEmpty || !answer.body.text.contains(key)
            #expect(isHidden)
        }
        #expect(try rig.store.integers("SELECT count(*) FROM devices") == [0])
    }
}

extension String {
    fileprivate func replacingLast(with character: Character) -> String { String(dropLast()) + String(character) }
}
