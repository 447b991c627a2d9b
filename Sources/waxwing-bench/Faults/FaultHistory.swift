// SPDX-License-Identifier: Apache-2.0

/// What the providers know of one delivery: every request for it, in order.
struct FaultHistory {
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
        /// Whether the server may be without the answer: none was sent, or its connection or its process ended then.
        let isInDoubt: Bool
        /// Which of the kills it was near, by number.
        var kill: Int?
        /// What the request asks to be called and to replace; nil for Google, which has no such fields.
        var names: [String]?
    }

    var requests: [Request] = []
    /// The kills that none of the requests in doubt was near: the delivery may have waited for its turn at each.
    var otherKills = 0

    /// How often the push arrived.
    var arrivals: Int { requests.count(where: \.wasDelivered) }
}
