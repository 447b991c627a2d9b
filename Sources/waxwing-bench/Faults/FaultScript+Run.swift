// SPDX-License-Identifier: Apache-2.0
import WaxSimulator

extension FaultScript {
    /// How long answers are held back.
    static let latency = Fault.delay(.milliseconds(50))

    /// Every fault that belongs to single requests or devices. Those that concern an app's credentials are not among
    /// them: they rightly end all of its deliveries.
    ///
    /// A connection falls to one stream now and then, and comes back to `streams` soon.
    static func everything(seed: UInt64, streams: UInt32) -> FaultScript {
        FaultScript(seed: seed, perDevice + apns + fcm + transport(.apns, streams) + transport(.fcm, streams))
    }

    private static let perDevice: [Entry] = [
        Entry(.answer("BadDeviceToken"), share: 0.01, service: .apns, isPerDevice: true),
        Entry(.answer("DeviceTokenNotForTopic"), share: 0.005, service: .apns, isPerDevice: true),
        Entry(.answer("Unregistered"), share: 0.01, service: .apns, isPerDevice: true),
        Entry(.answer("PayloadTooLarge"), share: 0.005, service: .apns, isPerDevice: true),
        Entry(.answer("BadCollapseId"), share: 0.003, service: .apns, isPerDevice: true),
        Entry(.answer("NeverSeenBefore", status: 418), share: 0.003, service: .apns, isPerDevice: true),
        Entry(.answer("UNREGISTERED"), share: 0.01, service: .fcm, isPerDevice: true),
        Entry(.answer("SENDER_ID_MISMATCH"), share: 0.005, service: .fcm, isPerDevice: true),
        Entry(.answer("INVALID_ARGUMENT"), share: 0.005, service: .fcm, isPerDevice: true),
        Entry(.answer("THIRD_PARTY_AUTH_ERROR"), share: 0.003, service: .fcm, isPerDevice: true),
        Entry(.answer("UNSPECIFIED_ERROR"), share: 0.003, service: .fcm, isPerDevice: true),
    ]

    private static let apns: [Entry] = [
        Entry(.answer("TooManyRequests", retryAfter: 1), share: 0.01, service: .apns),
        Entry(.answer("TooManyProviderTokenUpdates", retryAfter: 1), share: 0.001, service: .apns),
        Entry(.answer("InternalServerError", retryAfter: 1), share: 0.002, service: .apns),
        // Without a time to wait, Apple's quarter of an hour outlasts the push.
        Entry(.answer("ServiceUnavailable"), share: 0.001, service: .apns),
        Entry(.answer("Shutdown"), share: 0.001, service: .apns),
        Entry(.answer("IdleTimeout"), share: 0.001, service: .apns),
    ]

    private static let fcm: [Entry] = [
        Entry(.answer("QUOTA_EXCEEDED", retryAfter: 1), share: 0.01, service: .fcm),
        Entry(.answer("INTERNAL"), share: 0.002, service: .fcm),
        Entry(.answer("UNAVAILABLE", retryAfter: 2), share: 0.002, service: .fcm),
    ]

    private static func transport(_ service: SimulatedService, _ streams: UInt32) -> [Entry] {
        let faults: [(Fault, Double)] = [
            (latency, 0.02), (.noAnswer(delivers: true), 0.0005), (.noAnswer(delivers: false), 0.0005),
            (.refuseStream, 0.01), (.resetStream(delivers: true), 0.004), (.resetStream(delivers: false), 0.004),
            (.goAway(delivers: true), 0.0005), (.goAway(delivers: false), 0.0005),
            (.resetConnection(delivers: true), 0.0005), (.resetConnection(delivers: false), 0.0005),
            (.setStreamLimit(1), 0.0005), (.setStreamLimit(streams), 0.02),
        ]
        return faults.map { Entry($0.0, share: $0.1, service: service) }
    }
}
