// SPDX-License-Identifier: Apache-2.0

/// Which requests to one push service are sent now, and which wait: decides, and does nothing. Times are uptimes.
struct WebPushFlights<Request> {
    /// Requests that the service is sent at a time.
    let limit: Int
    private var waiting: [(request: Request, since: Duration)] = []
    /// Where the first one stands that still waits; those before it are taken out together.
    private var first = 0
    private(set) var flying = 0
    private(set) var isClosed = false

    init(limit: Int) {
        self.limit = limit
    }

    /// What is to be done with requests.
    struct Step {
        var send: [Request] = []
        /// They waited too long, or the lane is closed: they go back unsent.
        var giveBack: [Request] = []
    }

    /// Takes requests in; those that may go at once are counted as flying.
    mutating func add(_ requests: [Request], now: Duration, patience: Duration) -> Step {
        guard !isClosed else { return Step(giveBack: requests) }
        for request in requests { waiting.append((request, now)) }
        return advance(now: now, patience: patience)
    }

    /// A flying request has ended.
    mutating func end(now: Duration, patience: Duration) -> Step {
        flying -= 1
        return advance(now: now, patience: patience)
    }

    /// Nothing more is sent; gives back what waits.
    mutating func close() -> [Request] {
        isClosed = true
        defer {
            waiting = []
            first = 0
        }
        return waiting[first...].map(\.request)
    }

    private mutating func advance(now: Duration, patience: Duration) -> Step {
        var step = Step()
        while first < waiting.count, flying < limit {
            let (request, since) = waiting[first]
            first += 1
            if now - since > patience {
                step.giveBack.append(request)
            } else {
                flying += 1
                step.send.append(request)
            }
        }
        if first == waiting.count || first > 1024 {
            waiting.removeFirst(first)
            first = 0
        }
        return step
    }
}
