// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxProviders
import WaxRecords
import WaxStore

@testable import WaxDelivery

/// Every case that decides about one delivery.
@Suite struct DeliveryPlanTests {
    private enum Key: CaseIterable {
        case none, registered, unreadable
    }

    private func device(_ key: Key) throws -> Device {
        let store = try TestStore()
        let app = try store.addApp(owner: try store.owner())
        let device = try store.addDevice(app, "aa", key: key == .none ? nil : DeviceKeys().publicKey)
        if key == .unreadable { try store.tamper("UPDATE devices SET public_key = NULL, key_id = NULL") }
        return try #require(try store.device(device.seq))
    }

    private func text(_ plan: DeliveryPlan) -> String {
        switch plan {
        case .sealed: "sealed"
        case .plain: "plain"
        case .never(let state, let error): "\(state.label) \(error.rawValue)"
        }
    }

    /// A text that its sender sealed may go without the other seal, where both together are too large and no encryption
    /// is required; nothing else about it is different.
    @Test func sealedBySender() throws {
        for key in Key.allCases {
            let device = try device(key)
            for requires in [false, true] {
                for fitsPlain in [false, true] {
                    for fitsSealed in [false, true] {
                        func decide(_ isSealedBySender: Bool) -> String {
                            text(
                                DeliveryPlan.decide(
                                    for: device, requiresEncryption: requires, isExpired: false,
                                    isSealedBySender: isSealedBySender, fits: { $0 ? fitsSealed : fitsPlain }))
                        }
                        let isLeftOff = key == .registered && !requires && fitsPlain && !fitsSealed
                        #expect(decide(true) == (isLeftOff ? "plain" : decide(false)))
                    }
                }
            }
        }
    }

    @Test func theTable() throws {
        for key in Key.allCases {
            let device = try device(key)
            for requires in [false, true] {
                for isExpired in [false, true] {
                    for fitsPlain in [false, true] {
                        for fitsSealed in [false, true] {
                            let plan = DeliveryPlan.decide(
                                for: device, requiresEncryption: requires, isExpired: isExpired,
                                fits: { $0 ? fitsSealed : fitsPlain })
                            let expected: String =
                                switch (isExpired, key) {
                                case (true, _): "expired EXPIRED"
                                case (_, .unreadable): "failed ENCRYPTION_FAILED"
                                case (_, .none) where requires: "refused ENCRYPTION_KEY_MISSING"
                                case (_, .none): fitsPlain ? "plain" : "refused PUSH_PAYLOAD_TOO_LARGE"
                                case (_, .registered): fitsSealed ? "sealed" : "refused PUSH_PAYLOAD_TOO_LARGE"
                                }
                            #expect(text(plan) == expected)
                            // Whatever else: plain text only for a device that never had a key.
                            if case .plain = plan { #expect(key == .none && !requires) }
                        }
                    }
                }
            }
        }
    }
}
