// SPDX-License-Identifier: Apache-2.0

/// What goes wrong with a request that a service is given.
public struct Fault: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case answer(reason: String, status: Int?, retryAfter: Int?)
        case delay(Duration)
        case hold
        case silence
        case resetStream(code: UInt32)
        case goAway
        case resetConnection
        case setStreamLimit(UInt32)
    }

    let kind: Kind
    /// Whether the service checks the request and delivers the push all the same.
    let isProcessed: Bool

    /// Whether the client is told that its request was not looked at.
    package var leavesUnserved: Bool { self == .refuseStream || self == .goAway(delivers: false) }
}

extension Fault {
    /// The service refuses the request, whatever it is, and the device gets nothing.
    ///
    /// - Parameters:
    ///   - reason: the provider's name, such as `TooManyRequests`, `UNAVAILABLE` or `invalid_grant`.
    ///   - status: the HTTP status; without one it is the one that the provider documents, or else 500.
    ///   - retryAfter: the seconds of a `Retry-After`.
    public static func answer(_ reason: String, status: Int? = nil, retryAfter: Int? = nil) -> Fault {
        Fault(kind: .answer(reason: reason, status: status, retryAfter: retryAfter), isProcessed: false)
    }

    /// The answer comes so much later; the push is delivered at once.
    public static func delay(_ delay: Duration) -> Fault { Fault(kind: .delay(delay), isProcessed: true) }

    /// The answer comes when `releaseAnswers` is called; the push is delivered at once.
    public static let hold = Fault(kind: .hold, isProcessed: true)

    /// The answer never comes, and neither does the push unless `delivers` is true.
    public static func noAnswer(delivers: Bool) -> Fault { Fault(kind: .silence, isProcessed: delivers) }

    /// The stream is refused before anything is done: REFUSED_STREAM, after which a request may be sent again.
    public static let refuseStream = Fault(kind: .resetStream(code: 0x7), isProcessed: false)

    /// The stream is reset with INTERNAL_ERROR, which does not say whether the push was delivered.
    public static func resetStream(delivers: Bool) -> Fault {
        Fault(kind: .resetStream(code: 0x2), isProcessed: delivers)
    }

    /// The connection goes away (GOAWAY). With `delivers` the request is the last one that is served on it; without, it
    /// is the first that is not.
    public static func goAway(delivers: Bool) -> Fault { Fault(kind: .goAway, isProcessed: delivers) }

    /// The connection ends with a TCP reset.
    public static func resetConnection(delivers: Bool) -> Fault {
        Fault(kind: .resetConnection, isProcessed: delivers)
    }

    /// The request is served, and from then on the connection has so many streams.
    public static func setStreamLimit(_ limit: UInt32) -> Fault {
        Fault(kind: .setStreamLimit(limit), isProcessed: true)
    }
}
