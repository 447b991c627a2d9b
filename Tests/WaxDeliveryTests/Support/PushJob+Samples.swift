// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import WaxProviders
import WaxRecords
import WaxSystem

@testable import WaxDelivery

extension Attempt {
    /// A first attempt that was made at `time`.
    static func sample(at time: Timestamp, history: RetryHistory = RetryHistory(attempts: 1)) -> Attempt {
        Attempt(
            push: 1, n: 7, device: 1, deviceUpdatedAt: time, platform: .ios, lane: .test,
            token: "aa", deliveryID: ULID(time: time, random: FixedRandom()), body: [], encrypted: true,
            createdAt: time,
            history: history, sentAt: time)
    }
}
