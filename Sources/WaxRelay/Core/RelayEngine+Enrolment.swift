// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxSystem

extension RelayEngine {
    /// Why a device is not sent a code that this client asks for; nil when it is, and that is counted then.
    func refusesEnrolment(_ opened: OpenedToken, of client: ClientKey) -> RelayMetrics.Event? {
        let lane = lane(opened)
        var device = opened.deviceMessage()
        // The device without the letter that says what is counted.
        let origin = Self.bytes(of: client)
        var own = [UInt8(ascii: "o"), UInt8(clamping: origin.count)] + origin + device.dropFirst()
        defer {
            wipe(&device)
            wipe(&own)
        }
        let snapshot = state.withLock { $0.keys.snapshot }
        let pushed = snapshot.pair(of: device)
        device[0] = UInt8(ascii: "e")
        let host = WebPushTarget.host(of: opened).flatMap { host in
            parts.limits.pushServices.contains(host) ? nil : snapshot.pair(of: [UInt8(ascii: "h")] + host.utf8)
        }
        let keys = EnrolmentLimits.Keys(own: snapshot.pair(of: own), device: snapshot.pair(of: device), host: host)
        let now = now
        return state.withLock { state in
            guard state.lanes[lane]?.wait(now: now) ?? 0 == 0 else { return .givenUp }
            guard !state.counter.isDead(pushed, now: now) else { return .deadDevice }
            return state.enrolments.take(keys, now: now) ? nil : .limitedEnrolments
        }
    }

    private static func bytes(of client: ClientKey) -> [UInt8] {
        switch client {
        case .address(let address): [0] + address
        case .gateway(let index): [1] + (0..<8).map { UInt8(truncatingIfNeeded: index >> (56 - 8 * $0)) }
        }
    }
}
