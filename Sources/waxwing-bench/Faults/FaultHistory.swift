// SPDX-License-Identifier: Apache-2.0

/// What the providers know of one delivery, and what each server that was killed had left of it.
struct FaultHistory: Equatable {
    /// One request, and what the server may have learned of its end.
    struct Request: Equatable {
        enum End: Equatable {
            /// An answer was sent; the reason is the provider's, nil for success.
            case answered(reason: String?)
            /// The stream was given back unserved, and the server was told so.
            case unserved
            /// No answer was sent.
            case silent
        }

        let end: End
        /// Whether the push went to the device.
        let wasDelivered: Bool
        /// Whether the answer may have been lost on the way, because its connection was reset.
        var mayBeLost = false
        /// What was left of the push's time.
        var timeLeft = Duration.seconds(3600)
        /// What the request asks to be called and to replace; nil for Google, which has no such fields.
        var names: [String]?
    }

    /// One server's part.
    struct Life: Equatable {
        var requests: [Request] = []
        /// Which attempt the server had announced and not brought to an end when it was killed; nil for none.
        var attemptAtKill: Int?
    }

    /// The servers' parts in their order; only the last one was not killed.
    var lives: [Life]

    var requests: [Request] { lives.flatMap(\.requests) }

    /// How often the push arrived.
    var arrivals: Int { requests.count(where: \.wasDelivered) }
}
