// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import Testing
import WaxJSON
import WaxSimulator
import WaxStore
import WaxSystem

/// What was accepted and then changed in the database is not sent, and holds up nothing else.
@Suite(.bounded, .timeLimit(.minutes(4))) struct ContentTamperingTests {
    private enum Tampering: CaseIterable {
        case none, spoil, empty, remove, takeOther

        var statement: String {
            switch self {
            case .none: "UPDATE pushes SET due_at = 0 WHERE id = ?1"
            case .spoil:
                "UPDATE pushes SET due_at = 0, content = CAST(substr(content, 1, length(content) - 8) || zeroblob(8) AS BLOB) WHERE id = ?1"
            case .empty: "UPDATE pushes SET due_at = 0, content = x'' WHERE id = ?1"
            case .remove: "UPDATE pushes SET due_at = 0, content = NULL WHERE id = ?1"
            case .takeOther:
                "UPDATE pushes SET due_at = 0, content = (SELECT content FROM pushes WHERE id = ?2) WHERE id = ?1"
            }
        }
    }

    @Test func contentThatWasChangedIsNotSent() async throws {
        let stage = try await Stage()
        let withKey = try await stage.phone(Stage.iPhone, user: "user")
        let keyless = try await stage.phone(Stage.android, user: "user", withKey: false)
        var pushes: [(Tampering, String)] = []
        for tampering in Tampering.allCases { pushes.append((tampering, try await Self.schedule(stage, "Original"))) }
        let other = try await Self.schedule(stage, "Other")
        try await stage.whileStopped {
            let data = try StoredData(stage.directory.file("data"))
            for (tampering, push) in pushes {
                let values: [SQLValue] =
                    [.blob(try Self.id(push))]
                    + (tampering == .takeOther ? [.blob(try Self.id(other))] : [])
                #expect(try data.change(tampering.statement, values) == 1)
            }
        }
        for (tampering, push) in pushes {
            let finished = try await stage.api.finished(push)
            #expect(finished["status"] == (tampering == .none ? "sent" : "failed"), "\(tampering)")
            #expect(finished["content_purged"] == true)
        }
        for phone in [withKey, keyless] {
            #expect(await phone.shown(atLeast: 1, within: .seconds(30))?.map(\.title) == ["Original"])
        }
        #expect(stage.received.count == 2)
        #expect(try await stage.api.get("/v1/push/\(other)")["status"] == "scheduled")
    }

    @Test func anAppWhoseCredentialsWereSpoiledHoldsUpNoOther() async throws {
        let stage = try await Stage()
        let phone = try await stage.phone(Stage.iPhone, user: "user")
        let body = JSONObject(
            [("name", "Other")] + Stage.credentials(stage.apnsKey, stage.serviceAccount))
        let otherApp = try await stage.api.make("POST", "/v1/push/apps", body).string("id")
        let token = stage.simulator.newDevice(for: Stage.iPhone)
        try await stage.register(token, of: Stage.iPhone, user: "user", adding: ["app_id": .string(otherApp)])
        let first = try await Self.schedule(stage, "Of the spoiled app", app: otherApp)
        let second = try await Self.schedule(stage, "Of the other app")
        try await stage.whileStopped {
            let data = try StoredData(stage.directory.file("data"))
            try data.change(
                "UPDATE push_apps SET apns = CAST(substr(apns, 1, length(apns) - 8) || zeroblob(8) AS BLOB) WHERE id = ?1",
                [.blob(try #require(ULID(otherApp.dropFirst("papp_".count))).bytes)])
            try data.change("UPDATE pushes SET due_at = 1 WHERE id = ?1", [.blob(try Self.id(first))])
            try data.change("UPDATE pushes SET due_at = 2 WHERE id = ?1", [.blob(try Self.id(second))])
        }
        #expect(try await stage.api.finished(second)["status"] == "sent")
        #expect(await phone.shown(atLeast: 1, within: .seconds(30))?.first?.title == "Of the other app")
        #expect(try await stage.api.finished(first)["status"] == "failed")
        #expect(stage.received.count == 1)
    }

    /// Schedules a push for a time that does not come by itself.
    private static func schedule(_ stage: Stage, _ title: String, app: String? = nil) async throws -> String {
        var push = stage.push(to: "user", ["title": .string(title)])
        if let app { push["app_id"] = .string(app) }
        push["scheduled_at"] = .string((SystemTime().now() + .seconds(24 * 3600)).rfc3339)
        return try await stage.api.send(push)
    }

    private static func id(_ push: String) throws -> [UInt8] {
        try #require(ULID(push.dropFirst("push_".count))).bytes
    }
}
