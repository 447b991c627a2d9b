// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxSystem

/// One request to a provider, ready to be sent or under way.
struct Attempt {
    let push: Int64
    let n: Int64
    let device: Int64
    /// When the device's row was changed last: after that, the body may no longer be what the device is to get.
    let deviceUpdatedAt: Timestamp
    let platform: Platform
    let lane: LaneKey
    /// The device's token; for a browser the path of its subscription's endpoint, whose origin its lane has.
    let token: String
    /// The delivery's identifier, by which providers know it: the same for every attempt.
    let deliveryID: ULID
    let body: [UInt8]
    let encrypted: Bool
    /// When the delivery was made; its retries are counted from there.
    let createdAt: Timestamp
    var history: RetryHistory
    /// The provider token that it was sent with, and when.
    var authorization: String?
    var sentAt: Timestamp
    /// Which of the lane's connections it went through.
    var connection = 0
}
