// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxProviders
import WaxRecords
import WaxStore

/// An app whose stored credentials do not open: its owner sees that, and mends it.
@Suite struct DamagedAppTests {
    private let rig: PushAPIRig
    private let account: JSONValue

    private static let damagedAPNs: JSONValue = [
        "team_id": .null, "bundle_id": .null, "key_id": .null, "sandbox_key_id": .null, "configured": false,
    ]
    private static let damagedFCM: JSONValue = ["project_id": .null, "client_email": .null, "private_key_id": .null]
    private static let damagedWebPush: JSONValue = ["subject": .null, "public_key": .null]

    private static let webPush: JSONValue = ["subject": "mailto:push@example.com"]

    /// What may have become of a stored value.
    enum Damage: CaseIterable {
        case changedByte, cut, empty, ofAnotherPlace, ofAnotherForm
    }

    init() throws {
        rig = try PushAPIRig()
        account = try JSONReader.parse(try TestKeys.fcm().encoded())
    }

    private func makeApp() async throws -> String {
        try await rig.makeApp([
            "apns": .object(APNsMembers.all), "fcm": ["service_account": account], "web_push": Self.webPush,
        ])
    }

    private func stored(_ column: String) throws -> [UInt8] {
        try #require(
            try rig.store.read { sql, _ in
                try sql.first("SELECT \(column) FROM push_apps WHERE seq = 1", []) { try $0.blob(0) }
            })
    }

    private func damage(_ column: String, _ damage: Damage = .changedByte) throws {
        var bytes = try stored(column)
        switch damage {
        case .changedByte: bytes[bytes.count - 1] ^= 1
        case .cut: bytes.removeLast()
        case .empty: bytes = []
        case .ofAnotherPlace: bytes = try stored(column == "apns" ? "fcm" : "apns")
        case .ofAnotherForm:
            let id = try rig.store.read { sql, _ in
                try sql.first("SELECT id FROM push_apps WHERE seq = 1", []) { try $0.blob(0) } ?? []
            }
            bytes = try rig.store.vault.cipher.protect(
                Array("{}".utf8), table: "push_apps", column: column, row: id)
        }
        try rig.store.tamper("UPDATE push_apps SET \(column) = ? WHERE seq = 1", [.blob(bytes)])
    }

    @Test(arguments: Damage.allCases)
    func whateverTheDamageTheOtherProviderIsShown(_ kind: Damage) async throws {
        let id = try await makeApp()
        let whole = try await rig.call("GET", "/v1/push/apps/\(id)")
        try damage("apns", kind)
        var answer = try await rig.call("GET", "/v1/push/apps/\(id)")
        #expect(answer.status == 200 && answer["apns"] == Self.damagedAPNs && answer["fcm"] == whole["fcm"])
        let list = try await rig.call("GET", "/v1/push/apps")
        #expect(list.status == 200 && list["data"] == .array([answer.body]))
        try damage("fcm", kind == .ofAnotherPlace ? .cut : kind)
        answer = try await rig.call("GET", "/v1/push/apps/\(id)")
        #expect(answer.status == 200 && answer["apns"] == Self.damagedAPNs && answer["fcm"] == Self.damagedFCM)
        #expect(answer["web_push"] == whole["web_push"])
        try damage("web_push", kind)
        answer = try await rig.call("GET", "/v1/push/apps/\(id)")
        #expect(answer.status == 200 && answer["web_push"] == Self.damagedWebPush)
    }

    @Test func whatIsNotNamedStaysAsItIsStored() async throws {
        let id = try await makeApp()
        let whole = try await rig.call("GET", "/v1/push/apps/\(id)")
        let good = try stored("apns")
        try damage("apns")
        let bad = try stored("apns")
        let answer = try await rig.call("PATCH", "/v1/push/apps/\(id)", ["name": "New", "require_encryption": true])
        #expect(answer.status == 200 && answer["name"] == "New" && answer["apns"] == Self.damagedAPNs)
        #expect(try stored("apns") == bad)
        // As when a backup brings the right bytes back.
        try rig.store.tamper("UPDATE push_apps SET apns = ? WHERE seq = 1", [.blob(good)])
        let mended = try await rig.call("GET", "/v1/push/apps/\(id)")
        #expect(mended["apns"] == whole["apns"] && mended["fcm"] == whole["fcm"])
    }

    @Test func newCredentialsTakeTheirPlace() async throws {
        let id = try await makeApp()
        let whole = try await rig.call("GET", "/v1/push/apps/\(id)")
        try damage("apns")
        try damage("fcm")
        // There is nothing to merge a part with.
        let part = try await rig.call("PATCH", "/v1/push/apps/\(id)", ["apns": ["bundle_id": "a.b"]])
        #expect(part.status == 422)
        var answer = try await rig.call("PATCH", "/v1/push/apps/\(id)", ["apns": .object(APNsMembers.all)])
        #expect(answer.status == 200 && answer["apns"] == whole["apns"] && answer["fcm"] == Self.damagedFCM)
        answer = try await rig.call("PATCH", "/v1/push/apps/\(id)", ["fcm": ["service_account": account]])
        #expect(answer["apns"] == whole["apns"] && answer["fcm"] == whole["fcm"])
        // Its key was made here, and is lost with it.
        try damage("web_push")
        answer = try await rig.call("PATCH", "/v1/push/apps/\(id)", ["web_push": Self.webPush])
        #expect(answer["web_push"]?["subject"] == whole["web_push"]?["subject"])
        #expect(answer["web_push"]?["public_key"]?.stringValue != nil && answer["web_push"] != whole["web_push"])
        #expect(try await rig.call("GET", "/v1/push/apps/\(id)").body == answer.body)
    }

    @Test func nullRemovesThem() async throws {
        let id = try await makeApp()
        try damage("apns")
        try damage("fcm")
        try damage("web_push")
        let answer = try await rig.call(
            "PATCH", "/v1/push/apps/\(id)", ["apns": .null, "fcm": .null, "web_push": .null])
        #expect(answer.status == 200 && answer["apns"] == .null && answer["fcm"] == .null)
        #expect(answer["web_push"] == .null)
        #expect(try await rig.call("GET", "/v1/push/apps/\(id)").body == answer.body)
    }

    @Test func itCanBeDeleted() async throws {
        let id = try await makeApp()
        try damage("apns")
        #expect(try await rig.call("DELETE", "/v1/push/apps/\(id)").status == 204)
    }
}
