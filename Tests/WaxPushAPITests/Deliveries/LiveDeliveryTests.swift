// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxJSON

/// Deliveries of live keys, which have a provider behind them.
@Suite struct LiveDeliveryTests {
    @Test func theRequestIsShownToTestKeysOnly() async throws {
        let rig = try PushAPIRig()
        let key = rig.liveKey
        let app = try await rig.makeApp(key: key, ["apns": .object(APNsMembers.all)])
        _ = try await rig.makeDevice(app, key: key, token: "aa")
        _ = try await rig.makeDevice(app, key: key, token: "t", platform: "android")
        let push = try await rig.push(app, key: key).id(202)
        try await rig.deliver(1, through: PlayedProviders())
        let list = try await rig.call("GET", "/v1/push/\(push)/deliveries", key: key)
        #expect(list.elements.map { $0["status"] } == ["failed", "sent"])
        for element in list.elements {
            let id = try #require(element["id"]?.stringValue)
            let answer = try await rig.call("GET", "/v1/push/\(push)/deliveries/\(id)", key: key)
            #expect(answer.body == element && answer["test_request"] == nil)
        }
        let (failed, sent) = (list.elements[0], list.elements[1])
        #expect(sent["provider_message_id"] == "0189d4c5-0000-7000-8000-000000000000" && sent["attempts"] == 1)
        #expect(failed["error_code"] == "PROVIDER_CONFIG_INVALID" && failed["provider_status"] == .null)
        #expect(try rig.store.integers("SELECT count(*) FROM test_requests") == [0])
    }
}
