// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxSimulator
import WaxStore
import WaxSystem

/// A device with a key never gets plain text, and nobody gets what is another's, whatever was done to the database.
@Suite(.bounded, .timeLimit(.minutes(4))) struct DeviceTamperingTests {
    /// Four phones of one attempt: the one whose row is changed, another with a key, one without, and its user.
    private struct Victim {
        let tampering: DeviceTampering
        let user: String
        let phone: SimulatedPhone
        let id: [UInt8]
        let otherID: [UInt8]
    }

    private static let push: JSONObject = ["title": "Nobody reads this title", "body": "nor this body"]

    @Test(arguments: [Stage.iPhone, Stage.android])
    func nothingGoesOutToADeviceWhoseRowWasChanged(_ app: SimulatedApp) async throws {
        let stage = try await Stage()
        let keyless = try await stage.register(stage.simulator.newDevice(for: app), of: app, user: "keyless")
        var victims: [Victim] = []
        for tampering in DeviceTampering.allCases {
            let (phone, other) = (stage.simulator.newPhone(for: app), stage.simulator.newPhone(for: app))
            let user = "user-\(tampering)"
            victims.append(
                Victim(
                    tampering: tampering, user: user, phone: phone,
                    id: try Self.id(await stage.register(phone, user: user)),
                    otherID: try Self.id(await stage.register(other, user: "other-\(tampering)"))))
        }
        let healthy = try await stage.phone(app, user: "healthy")
        let planted = HKPublicKey(P256.KeyAgreement.PrivateKey().publicKey)
        let keylessID = try Self.id(keyless)
        try await stage.whileStopped {
            let data = try StoredData(stage.directory.file("data"))
            for victim in victims {
                let values: [SQLValue] = [
                    .blob(victim.id), .blob(victim.otherID), .blob(keylessID), .blob(planted.x963Representation),
                    .text(planted.keyID),
                ]
                for statement in victim.tampering.statements {
                    #expect(try data.change(statement, Array(values.prefix(Self.parameters(of: statement)))) == 1)
                }
            }
        }

        for victim in victims {
            let push = try await stage.send(to: victim.user, Self.push)
            #expect(push["status"] == "failed", "\(victim.tampering)")
            let delivery = try await stage.api.delivery(push.string("id"))
            #expect(delivery["status"] == "failed")
            let code = try #require(delivery["error_code"]?.stringValue)
            #expect(["ENCRYPTION_FAILED", "TOKEN_INVALID"].contains(code), "\(victim.tampering): \(code)")
        }
        #expect(stage.received.isEmpty)

        #expect(try await stage.send(to: "healthy", Self.push)["status"] == "sent")
        #expect(await healthy.shown(atLeast: 1, within: .seconds(30))?.first?.openedEnvelope == true)
        // The next registration of the app makes a device whole again.
        for victim in victims where victim.tampering.isAboutKeyAlone {
            try await stage.register(victim.phone, user: victim.user)
            #expect(try await stage.send(to: victim.user, Self.push)["status"] == "sent")
            let shown = try #require(await victim.phone.shown(atLeast: 1, within: .seconds(30)))
            #expect(shown.count == 1 && shown[0].openedEnvelope)
        }
        for request in stage.received {
            #expect(request.readable(["Nobody reads this title", "nor this body"]).isEmpty)
        }
    }

    @Test func aDeviceWhoseTokenWasSpoiledRegistersAgain() async throws {
        let stage = try await Stage()
        let phone = stage.simulator.newPhone(for: Stage.iPhone)
        let id = try Self.id(await stage.register(phone, user: "user"))
        try await stage.whileStopped {
            let data = try StoredData(stage.directory.file("data"))
            try data.change(DeviceTampering.spoilToken.statements[0], [.blob(id)])
        }
        try await stage.register(phone, user: "user")
        #expect(try await stage.send(to: "user", Self.push)["status"] == "sent")
        #expect(await phone.shown(atLeast: 1, within: .seconds(30))?.first?.openedEnvelope == true)
    }

    private static func id(_ device: JSONValue) throws -> [UInt8] {
        let text = try #require(device["id"]?.stringValue)
        return try #require(ULID(text.dropFirst("pdev_".count))).bytes
    }

    /// The highest number of a parameter: SQLite refuses more values than that.
    private static func parameters(of statement: String) -> Int {
        (1...5).last { statement.contains("?\($0)") } ?? 0
    }
}
