// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxSystem

extension EngineLoop {
    /// Hands over all of a push's attempts whose provider token is at hand.
    func send(_ job: PushJob) {
        var waiting: [Attempt] = []
        var batches: [LaneKey: [Attempt]] = [:]
        for attempt in job.ready { batches[attempt.lane, default: []].append(attempt) }
        job.ready.removeAll(keepingCapacity: true)
        for (lane, batch) in batches {
            if awaitedTokens.contains(lane) {
                waiting += batch
                continue
            }
            let inbox = inbox
            let state = authorizer.state(lane, app: job.app.settings, replacing: rejectedTokens[lane]) {
                inbox.put(.token(lane, refusal: $0))
            }
            switch state {
            case .ready(let authorization): send(batch, in: lane, of: job, authorization: authorization)
            case .pending:
                awaitedTokens.insert(lane)
                waiting += batch
            case .unavailable(let verdict): for attempt in batch { end(attempt, of: job, verdict) }
            }
        }
        job.ready += waiting
    }

    /// A token that some attempts wait for is there, or is refused.
    func tokenArrived(_ lane: LaneKey, refusal: ProviderVerdict?) {
        awaitedTokens.remove(lane)
        guard let refusal else { return }
        for job in jobs.values {
            let refused = job.ready.filter { $0.lane == lane }
            guard !refused.isEmpty else { continue }
            job.ready.removeAll { $0.lane == lane }
            for attempt in refused { end(attempt, of: job, refusal) }
        }
    }

    private func send(_ batch: [Attempt], in lane: LaneKey, of job: PushJob, authorization: String) {
        if rejectedTokens[lane] != authorization { rejectedTokens[lane] = nil }
        let template = RequestTemplate(lane, of: job, authorization: authorization)
        let requests = batch.map { attempt in
            var attempt = attempt
            attempt.authorization = authorization
            attempt.sentAt = time.now()
            let id = newAttemptID()
            attempts[id] = attempt
            return template.request(id: id, for: attempt)
        }
        guard lane != .test else {
            for request in requests { simulate(request, of: job) }
            return
        }
        do {
            try lanes.lane(lane).submit(requests)
        } catch {
            log(.error, "no connection can be made to \(lane.provider.rawValue): \(error)")
            for request in requests { handle(HTTP2Answer(id: request.id, outcome: .notProcessed(.closed))) }
        }
    }

    /// Answers for the provider that test mode does not have, and keeps what it would have been sent.
    private func simulate(_ request: HTTP2Request, of job: PushJob) {
        guard let attempt = attempts[request.id] else { return }
        job.testRequests.append((attempt.n, TestRequest.json(request, provider: attempt.platform.provider)))
        let token = MagicToken.outcome(of: attempt.token)
        let outcome = TestProvider.outcome(
            of: token, platform: attempt.platform, attempt: attempt.history.attempts,
            messageID: PublicID(.delivery, attempt.deliveryID).text, now: time.now())
        timers.add(
            .outcome(HTTP2Answer(id: request.id, outcome: outcome)), due: time.uptime() + TestProvider.delay(of: token))
    }
}
