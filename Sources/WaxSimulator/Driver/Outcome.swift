// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// What is to be done about one request.
struct Outcome: Sendable {
    /// When an answer is sent.
    enum Timing: Sendable {
        case now
        case later(Duration)
        case onRelease
    }

    /// A push for a device.
    struct Delivery: Sendable {
        let owner: RegisteredDevice.Owner
        /// What Google made of the message; nil for any other push.
        let message: FCMMessage?
    }

    /// Nil when none is ever sent.
    var reply: ProviderReply?
    var timing = Timing.now
    /// What happens to the connection, after the answer.
    var commands: [HTTP2ServerCommand] = []
    var delivery: Delivery?
    /// What was ordered to go wrong.
    var fault: Fault?
}
