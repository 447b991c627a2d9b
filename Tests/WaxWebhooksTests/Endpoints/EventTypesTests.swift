// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxWebhooks

@Suite struct EventTypesTests {
    private static let names = [
        "push.scheduled", "push.sent", "push.failed", "push.cancelled", "push.rescheduled", "push_delivery.sent",
        "push_delivery.failed", "push_device.deactivated", "push_app.provider_error",
    ]

    @Test func theTypesAreThoseOfTheAPI() {
        #expect(EventType.allCases.map(\.name) == Self.names)
        for type in EventType.allCases { #expect(EventType(name: type.name) == type) }
        #expect(EventType(name: "push.Sent") == nil)
        #expect(EventType(name: "") == nil)
    }

    @Test func aSetKeepsItsTypes() {
        let types = EventTypes([.deliveryFailed, .pushSent])
        #expect(types.names == ["push.sent", "push_delivery.failed"])
        #expect(EventTypes(rawValue: types.rawValue) == types)
        #expect(types.contains(.pushSent))
        #expect(!types.contains(.pushFailed))
        #expect(EventTypes(EventType.allCases).names == Self.names)
    }
}
