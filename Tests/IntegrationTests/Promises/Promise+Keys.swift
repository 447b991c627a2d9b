// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushTestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxSimulator

extension Promise {
    /// The keys of devices.
    static let keys: [Promise] = [
        Promise("a device is known by the first 16 characters of base64url(SHA-256(key))") { stage in
            for app in ClockedStage.platforms {
                let device = try await stage.device(app)
                let digest = Array(SHA256.hash(data: device.keys.publicKey.x963Representation))
                #expect(device.object["encryption_key_id"]?.stringValue == String(Base64URL.encode(digest).prefix(16)))
            }
        },
        Promise("the documented key has the documented id") { stage in
            let token = stage.simulator.newDevice(for: Stage.iPhone)
            let device = try await stage.register(
                token, of: Stage.iPhone, user: "user", key: "\(SeedVector.publicKey)")
            #expect(device["encryption_key_id"] == "cHRL-UfvREIeEx3Q")
            #expect(device["active"] == true)
        },
        Promise("the key id is the kid of every envelope to the device") { stage in
            for app in ClockedStage.platforms {
                let device = try await stage.device(app)
                for number in 1...3 {
                    #expect(try await stage.send(to: "user", ["title": .string("\(number)")])["status"] == "sent")
                }
                let kids = try stage.requests(to: device).map { try $0.envelope?["kid"] }
                #expect(kids == [JSONValue?](repeating: device.object["encryption_key_id"], count: 3))
            }
        },
        Promise("what is no uncompressed P-256 point in base64url without padding is refused") { stage in
            let token = stage.simulator.newDevice(for: Stage.android)
            for (name, key) in try wrongKeys() {
                let answer = try await stage.api.call(
                    "PUT", "/v1/push/devices",
                    [
                        "app_id": .string(stage.appID), "token": .string(token), "platform": "android",
                        "encryption_public_key": key,
                    ])
                #expect(answer.status == 422, "\(name)")
                #expect(answer["code"] == "VALIDATION_ERROR", "\(name)")
                let fields = answer["details"]?["errors"]?.arrayValue?.map { $0["field"]?.stringValue }
                #expect(fields == ["encryption_public_key"], "\(name)")
            }
            #expect(try await stage.api.list("/v1/push/devices").isEmpty)
        },
        Promise("a key that is refused leaves the one that is registered") { stage in
            let device = try await stage.device(Stage.iPhone)
            for (name, key) in try wrongKeys() {
                let answer = try await stage.api.call(
                    "PUT", "/v1/push/devices",
                    [
                        "app_id": .string(stage.appID), "token": .string(device.token), "platform": "ios",
                        "user_id": "somebody else", "encryption_public_key": key,
                    ])
                #expect(answer.status == 422, "\(name)")
            }
            #expect(try await stage.api.get("/v1/push/devices/\(device.id)").body == device.object)
            let request = try await stage.request(["title": "Title"], to: device)
            #expect(try request.opened(with: device.keys) == #"{"title":"Title"}"#)
        },
        Promise("the key is never returned") { stage in
            let device = try await stage.device(Stage.iPhone)
            let key = device.keys.publicKey.text
            let push = try await stage.send(to: "user", ["title": "Title"])
            let id = try push.string("id")
            var answers = [push.body, device.object, try await stage.register(again: device, key: key)]
            for path in [
                "/v1/push/devices", "/v1/push/devices/\(device.id)", "/v1/push/apps/\(stage.appID)",
                "/v1/push/\(id)/deliveries",
            ] {
                answers.append(try await stage.api.get(path).body)
            }
            for answer in answers {
                #expect(Disclosure.found([key], in: answer.compact).isEmpty)
                #expect(answer["encryption_public_key"] == nil)
            }
        },
        Promise("a device without a key has no key id") { stage in
            for app in ClockedStage.platforms {
                let device = try await stage.device(app, withKey: false)
                #expect(device.object["encryption_key_id"] == .null)
                #expect(try await stage.api.get("/v1/push/devices/\(device.id)")["encryption_key_id"] == .null)
            }
        },
        Promise("each device opens what was sealed to its own key, and nothing else") { stage in
            let first = try await stage.device(Stage.iPhone)
            let second = try await stage.device(Stage.android)
            #expect(try await stage.send(to: "user", ["title": "Title"])["status"] == "sent")
            for (device, other) in [(first, second), (second, first)] {
                let request = try stage.request(to: device)
                #expect(try request.opened(with: device.keys) == #"{"title":"Title"}"#)
                #expect(throws: (any Error).self) { try request.opened(with: other.keys) }
            }
        },
    ]

    /// What is taken for a key and is none.
    private static func wrongKeys() throws -> [(name: String, key: JSONValue)] {
        let key = DeviceKeys().publicKey
        let bytes = key.x963Representation
        func encoded(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }
        var offCurve = bytes
        offCurve[64] ^= 1
        // The last character of 87 has two bits that stand for nothing.
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let last = try #require(key.text.last.flatMap { alphabet.firstIndex(of: $0) })
        let privateKey = Array(P256.KeyAgreement.PrivateKey().rawRepresentation)
        return [
            ("off the curve", encoded(offCurve)), ("the point at infinity", encoded([UInt8](repeating: 0, count: 65))),
            ("x and y at the prime or above", encoded([4] + [UInt8](repeating: 0xFF, count: 64))),
            ("compressed", encoded([2 + bytes[64] % 2] + bytes[1...32])),
            ("hybrid", encoded([6 + bytes[64] % 2] + bytes[1...])), ("without the 4", encoded(Array(bytes[1...]))),
            ("one byte short", encoded(Array(bytes.dropLast()))), ("one byte more", encoded(bytes + [0])),
            ("a private key", encoded(privateKey)), ("padded", .string(key.text + "=")),
            ("standard base64", .string(Data([4] + [UInt8](repeating: 0xFB, count: 64)).base64EncodedString())),
            ("another spelling", .string(String(key.text.dropLast()) + String(alphabet[last ^ 1]))),
            ("hexadecimal", .string(bytes.map { String(format: "%02x", $0) }.joined())),
            ("a space before", .string(" " + key.text)), ("a line end behind", .string(key.text + "\n")),
            ("empty", ""), ("PEM", .string(P256.Signing.PrivateKey().publicKey.pemRepresentation)), ("a number", 4),
            ("true", true), ("an array", [.string(key.text)]), ("an object", ["key": .string(key.text)]),
        ]
    }
}
