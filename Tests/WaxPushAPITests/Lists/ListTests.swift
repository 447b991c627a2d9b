// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxEnvelope
import WaxJSON
import WaxRecords

/// Pages and cursors, which all lists have in common.
@Suite struct ListTests {
    private let rig: PushAPIRig

    init() throws { rig = try PushAPIRig() }

    @Test(arguments: [1, 2, 3, 6, 7, 100]) func allPagesOfAList(limit: Int) async throws {
        var made: [String] = []
        for _ in 0..<6 { made.append(try await rig.makeApp()) }
        var (found, cursor): ([String], String?) = ([], nil)
        repeat {
            let answer = try await rig.call(
                "GET", "/v1/push/apps?limit=\(limit)\(cursor.map { "&cursor=\($0)" } ?? "")")
            #expect(answer.status == 200 && answer.ids.count <= limit)
            #expect(answer.body.objectValue?.keys == ["data", "has_more", "next_cursor"])
            found += answer.ids
            cursor = answer.string("next_cursor")
            #expect(answer["has_more"] == .bool(cursor != nil))
            if cursor == nil { #expect(answer["next_cursor"] == .null) }
        } while cursor != nil
        #expect(found == made.reversed())
    }

    @Test func twentyIsTheDefault() async throws {
        for _ in 0..<21 { _ = try await rig.makeApp() }
        let answer = try await rig.call("GET", "/v1/push/apps")
        #expect(answer.ids.count == 20 && answer["has_more"] == true)
    }

    @Test func anEmptyList() async throws {
        let answer = try await rig.call("GET", "/v1/push/devices")
        #expect(answer.body == ["data": [], "has_more": false, "next_cursor": .null])
    }

    @Test(arguments: [
        ("limit=0", "limit range"), ("limit=101", "limit range"), ("limit=-1", "limit range"), ("limit=", "limit type"),
        ("limit=x", "limit type"), ("limit=1.5", "limit type"), ("limit=1e1", "limit type"), ("limit=+5", "limit type"),
        ("cursor=", "cursor format"), ("cursor=x", "cursor format"), ("cursor=AAAA", "cursor format"),
    ])
    func limitsAndCursors(query: String, expected: String) async throws {
        let answer = try await rig.call("GET", "/v1/push/apps?\(query)")
        #expect(answer.status == 422 && answer.problems == [expected])
    }

    private func cursor(_ path: String, key: String? = nil) async throws -> String {
        try #require(try await rig.call("GET", path, key: key).string("next_cursor"))
    }

    @Test func aCursorIsGoodForItsListItsFiltersAndItsOwner() async throws {
        let other = try rig.key(.test, account: "other")
        for key in [rig.testKey, rig.liveKey, other] {
            let app = try await rig.makeApp(key: key)
            _ = try await rig.makeApp(key: key)
            for token in ["aa", "bb", "cc"] { _ = try await rig.makeDevice(app, key: key, token: token) }
        }
        let path = "/v1/push/devices?limit=1&platform=ios"
        let cursor = try await cursor(path)
        #expect(try await rig.call("GET", "\(path)&cursor=\(cursor)").ids.count == 1)
        // The limit may change from page to page.
        #expect(try await rig.call("GET", "/v1/push/devices?limit=50&platform=ios&cursor=\(cursor)").ids.count == 2)
        for wrong in [
            "/v1/push/devices?limit=1&cursor=\(cursor)", "/v1/push/devices?platform=android&cursor=\(cursor)",
            "/v1/push/devices?platform=ios&active=true&cursor=\(cursor)", "/v1/push/apps?cursor=\(cursor)",
            "\(path)&cursor=\(cursor.dropLast())", "\(path)&cursor=\(cursor)A",
            "\(path)&cursor=A\(cursor.dropFirst())x",
        ] {
            let answer = try await rig.call("GET", wrong)
            #expect(answer.refusal == "422 VALIDATION_ERROR" && answer.problems == ["cursor format"], "\(wrong)")
        }
        for key in [rig.liveKey, other] {
            let answer = try await rig.call("GET", "\(path)&cursor=\(cursor)", key: key)
            #expect(answer.problems == ["cursor format"])
        }
    }

    @Test func aListGoesOnBehindWhatWasDeletedMeanwhile() async throws {
        let app = try await rig.makeApp()
        var devices: [String] = []
        for token in ["aa", "bb", "cc", "dd"] { devices.append(try await rig.makeDevice(app, token: token)) }
        let cursor = try await cursor("/v1/push/devices?limit=2")
        _ = try await rig.call("DELETE", "/v1/push/devices/\(devices[2])")
        let rest = try await rig.call("GET", "/v1/push/devices?limit=2&cursor=\(cursor)")
        #expect(rest.ids == [devices[1], devices[0]])
    }

    @Test func whatComesMeanwhileDoesNotShiftThePages() async throws {
        var made: [String] = []
        for _ in 0..<4 { made.append(try await rig.makeApp()) }
        let cursor = try await cursor("/v1/push/apps?limit=2")
        _ = try await rig.makeApp()
        #expect(try await rig.call("GET", "/v1/push/apps?limit=2&cursor=\(cursor)").ids == [made[1], made[0]])
    }
}
