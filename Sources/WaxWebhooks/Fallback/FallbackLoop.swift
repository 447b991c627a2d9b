// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// The sender's one thread: claims texts that are due, begins requests and writes down their ends.
final class FallbackLoop {
    enum Event: Sendable {
        case wake
        case ended(push: Int64, epoch: Int64, Result<HTTPClientResponse, HTTPClientError>)
        case stop
    }

    private static let requests = 16
    /// Longer than a request may take.
    private static let lease = Duration.seconds(60)
    private static let poll = Duration.seconds(5)

    private let parts: WebhookDispatcher.Parts
    private let gateway: FallbackGateway?
    private let inbox: Inbox<Event>
    private let drain: Duration
    private let schedule = RetrySchedule.fallbacks
    private var underWay: [Int64: (claim: FallbackClaim, task: Task<Void, Never>)] = [:]
    private var verdicts: [(claim: FallbackClaim, verdict: FallbackVerdict)] = []
    private var nextClaim: Timestamp?
    private var isStopped = false

    init(_ parts: WebhookDispatcher.Parts, gateway: FallbackGateway?, inbox: Inbox<Event>, drain: Duration) {
        self.parts = parts
        self.gateway = gateway
        self.inbox = inbox
        self.drain = drain
    }

    func run() {
        while true {
            for event in inbox.take(atMost: idleTime) { handle(event) }
            if isStopped { return stop() }
            do {
                try write()
                try claim()
                try write()
            } catch {
                parts.log(.error, "sending fallback texts failed: \(LoggableError(error))")
                nextClaim = parts.time.now() + .seconds(1)
            }
        }
    }

    private func handle(_ event: Event) {
        switch event {
        case .wake: nextClaim = nil
        case .ended(let push, let epoch, let result): end(push, epoch, result)
        case .stop: isStopped = true
        }
    }

    /// Waits a little for what is under way, and writes down what is known; the rest is left to the next start.
    private func stop() {
        inbox.take(while: { !underWay.isEmpty }, atMost: drain, handle)
        for request in underWay.values { request.task.cancel() }
        do {
            try write()
        } catch {
            parts.log(.error, "recording fallback texts failed: \(LoggableError(error))")
        }
    }

    private var idleTime: Duration {
        let now = parts.time.now()
        let until = min(nextClaim ?? now, now + Self.poll)
        return .milliseconds(max(1, until.milliseconds - now.milliseconds))
    }

    private func claim() throws {
        let now = parts.time.now()
        let room = Self.requests - underWay.count
        guard nextClaim.map({ $0 <= now }) ?? true else { return }
        let vault = parts.vault
        let due = try parts.database.read { try FallbackTable($0, vault).nextDue(now: now) }
        nextClaim = min(due ?? now + Self.poll, now + Self.poll)
        guard let due, due <= now else { return }
        guard room > 0 else {
            nextClaim = now + .seconds(1)
            return
        }
        let until = now + Self.lease
        let claims = try parts.database.writeAndWait { sql in
            try FallbackTable(sql, vault).claim(limit: room, leaseUntil: until, now: now)
        }
        nextClaim = claims.isEmpty ? now + .seconds(1) : now
        for claim in claims { send(claim) }
    }

    private func send(_ claim: FallbackClaim) {
        guard let gateway else { return verdicts.append((claim, .failed(.notConfigured))) }
        guard let text = claim.text else { return verdicts.append((claim, .failed(.unreadable))) }
        let request = FallbackRequest.make(text, of: claim, to: gateway, now: parts.time.now())
        let (client, inbox) = (parts.client, inbox)
        let task = Task {
            let result: Result<HTTPClientResponse, HTTPClientError>
            do throws(HTTPClientError) {
                result = .success(try await client.send(request))
            } catch {
                result = .failure(error)
            }
            inbox.put(.ended(push: claim.push, epoch: claim.epoch, result))
        }
        underWay[claim.push] = (claim, task)
    }

    private func end(_ push: Int64, _ epoch: Int64, _ result: Result<HTTPClientResponse, HTTPClientError>) {
        guard let claim = underWay[push]?.claim, claim.epoch == epoch else { return }
        underWay[push] = nil
        verdicts.append((claim, FallbackVerdict(result, now: parts.time.now())))
    }

    private func write() throws {
        guard !verdicts.isEmpty else { return }
        let now = parts.time.now()
        let changes = verdicts.map { claim, verdict in (claim, outcome(of: verdict, claim, now)) }
        let vault = parts.vault
        try parts.database.writeAndWait { sql in
            let fallbacks = FallbackTable(sql, vault)
            for (claim, outcome) in changes {
                do {
                    try sql.attempt { try Self.record(outcome, of: claim, fallbacks) }
                } catch is LeaseLost {
                    // The text is somebody else's matter now.
                }
            }
            sql.truncateLogAfterCommit()
        }
        verdicts.removeAll()
        nextClaim = nil
    }

    private static func record(_ outcome: Outcome, of claim: FallbackClaim, _ fallbacks: FallbackTable) throws {
        switch outcome {
        case .sent(let id): try fallbacks.finish(claim, as: .sent, messageID: id)
        case .failed(let error): try fallbacks.finish(claim, as: .failed, errorCode: error.rawValue)
        case .retry(let time): try fallbacks.retry(claim, at: time)
        }
    }

    private enum Outcome {
        case sent(messageID: String?)
        case failed(FallbackError)
        case retry(at: Timestamp)
    }

    private func outcome(of verdict: FallbackVerdict, _ claim: FallbackClaim, _ now: Timestamp) -> Outcome {
        switch verdict {
        case .sent(let id): return .sent(messageID: id)
        case .failed(let error): return .failed(error)
        case .retry(let asked):
            let wait = schedule.wait(
                afterAttempts: Int(claim.attempts + 1), atLeast: asked, chance: parts.random.chance())
            return wait.map { .retry(at: now + $0) } ?? .failed(.unavailable)
        }
    }
}
