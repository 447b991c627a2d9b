// SPDX-License-Identifier: Apache-2.0

/// What one connection is doing. It decides; the connection that owns it acts.
struct ConnectionState {
    private enum Phase {
        /// No whole request head is there yet.
        case waiting
        /// The body arrives.
        case receiving
        /// The handler was started and the worker has not come back from it.
        case running
        /// Out of the worker's hands until the handler answers.
        case held
        /// The answer waits for the worker.
        case answered(HTTPResponse)
        case sending
        /// The client left while its answer was held.
        case abandoned
        case closed
    }

    /// What the worker does next with a whole request.
    enum Step {
        case start(serial: UInt64)
        case send(HTTPResponse)
        case close
        case wait
    }

    private var phase = Phase.waiting
    private var since: Duration
    private var serial: UInt64 = 0
    private var held: (task: Task<Void, Never>, head: HTTPRequestHead)?
    private var stream = Stream.running

    /// What the body that is being sent does, when it is made meanwhile.
    private enum Stream {
        case running
        /// Out of the worker's hands until there is more of it.
        case suspended
        /// The client left, or the server stops.
        case abandoned
    }

    init(at time: Duration) {
        since = time
    }

    /// The head of the request whose answer is held.
    var heldHead: HTTPRequestHead? { held?.head }

    /// Whether nothing is lost when the connection is closed.
    var isIdle: Bool { if case .waiting = phase { true } else { false } }

    /// The head of a request is there.
    mutating func receive(at time: Duration) {
        phase = .receiving
        since = time
    }

    /// The request is whole, or the held connection is back in the worker's hands.
    mutating func next() -> Step {
        switch phase {
        case .receiving:
            phase = .running
            serial += 1
            return .start(serial: serial)
        case .answered(let response):
            phase = .sending
            return .send(response)
        case .abandoned, .closed: return .close
        case .waiting, .running, .held, .sending: return .wait
        }
    }

    /// The worker is back from starting the handler: true when the connection is to be suspended, false when the
    /// answer is there.
    mutating func hold(_ task: Task<Void, Never>, head: HTTPRequestHead) -> Bool {
        guard case .running = phase else { return false }
        phase = .held
        held = (task, head)
        return true
    }

    /// The handler answered request `serial`: true when the connection is to be resumed. An answer that nobody waits
    /// for any more is dropped.
    mutating func answer(_ response: HTTPResponse, serial: UInt64) -> Bool {
        guard serial == self.serial else { return false }
        switch phase {
        case .running:
            phase = .answered(response)
            return false
        case .held:
            phase = .answered(response)
            held = nil
            return true
        default: return false
        }
    }

    /// Whether somebody waits for the answer to request `serial`.
    func awaits(serial: UInt64) -> Bool {
        switch phase {
        case .running, .held: serial == self.serial
        default: false
        }
    }

    /// The body of an answer that waits for the worker, when it is made meanwhile.
    var unsentStream: HTTPBodyStream? { if case .answered(let response) = phase { response.stream } else { nil } }

    /// There is nothing to send for now: true when the connection is to be suspended, false when it is to be closed.
    mutating func suspendStream() -> Bool {
        guard case .sending = phase, stream != .abandoned else { return false }
        stream = .suspended
        return true
    }

    /// There is more to send: true when the connection is to be resumed.
    mutating func resumeStream() -> Bool {
        guard stream == .suspended else { return false }
        stream = .running
        return true
    }

    /// Nothing more is to be sent: true when the connection is to be resumed, to be closed.
    mutating func abandonStream() -> Bool {
        guard stream == .suspended else { return false }
        stream = .abandoned
        return true
    }

    /// Nobody waits for the held answer any more, or the server can wait no longer and says `response`: the task to
    /// cancel when the connection is to be resumed, nil when it was not held.
    mutating func release(_ response: HTTPResponse? = nil) -> Task<Void, Never>? {
        guard case .held = phase else { return nil }
        phase = if let response { .answered(response) } else { .abandoned }
        defer { held = nil }
        return held?.task
    }

    /// The request is refused without asking the handler.
    mutating func refuse() {
        phase = .sending
    }

    /// The request ended, well or not.
    mutating func finish(at time: Duration) {
        phase = .waiting
        since = time
        held = nil
        stream = .running
    }

    /// The connection is gone.
    mutating func close() {
        phase = .closed
    }

    /// Whether the client takes too long to send what it began.
    func isOverdue(at time: Duration, limits: HTTPServer.Configuration) -> Bool {
        switch phase {
        case .waiting: time - since > limits.idleTimeout
        case .receiving: time - since > limits.bodyTimeout
        default: false
        }
    }

    /// Whether the worker had the time since the last event to read all that is there.
    func isSettled(at time: Duration, limits: HTTPServer.Configuration) -> Bool {
        switch phase {
        case .waiting, .receiving: time - since > limits.inspectionInterval
        default: false
        }
    }
}
