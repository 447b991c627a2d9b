// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxSystem

extension EngineLoop {
    /// Whether nothing can go through a lane now: its token is being fetched, or it has sent all that it may for a moment.
    func mustWait(_ lane: LaneKey) -> Bool { awaitedTokens.contains(lane) || ramps.isWaiting(lane) }

    /// Hands over all of a push's attempts whose lane need not wait.
    func send(_ job: PushJob) {
        var waiting: [Attempt] = []
        for (lane, batch) in job.takeReady() {
            if mustWait(lane) {
                waiting += batch
                continue
            }
            let inbox = inbox
            let state = authorizer.state(lane, job.credentials, replacing: rejectedTokens[lane]) {
                inbox.put(.token(lane, refusal: $0))
            }
            switch state {
            case .ready(let authorization):
                if rejectedTokens[lane] != authorization { rejectedTokens[lane] = nil }
                let now = time.uptime()
                if let verdict = refusedCredentials.verdict(lane, authorization, now: now) {
                    endUnsent(batch, of: job, verdict)
                    continue
                }
                let (count, wait) = ramps.take(batch.count, in: lane, now: now)
                if let wait { timers.add(.ramp(lane), due: now + wait) }
                waiting += batch[count...]
                if count > 0 { send(Array(batch[..<count]), in: lane, of: job, authorization: authorization) }
            case .pending:
                awaitedTokens.insert(lane)
                waiting += batch
            case .unavailable(let verdict): endUnsent(batch, of: job, verdict)
            }
        }
        job.ready += waiting
    }

    /// A token that some attempts wait for is there, or is refused.
    func tokenArrived(_ lane: LaneKey, refusal: ProviderVerdict?) {
        awaitedTokens.remove(lane)
        guard let refusal else {
            // There is no better one than what is held now.
            rejectedTokens[lane] = nil
            return
        }
        for job in jobs.values {
            let refused = job.ready.filter { $0.lane == lane }
            guard !refused.isEmpty else { continue }
            job.ready.removeAll { $0.lane == lane }
            endUnsent(refused, of: job, refusal)
        }
    }

    private func send(_ batch: [Attempt], in lane: LaneKey, of job: PushJob, authorization: String) {
        // The process may stand still at any moment. Asked for in this order, that only brings the deadline forward.
        let uptime = time.uptime()
        let deadline = uptime + leaseLeft(job) - configuration.leaseToSend
        let sentAt = time.now()
        let template = RequestTemplate(lane, of: job, authorization: authorization, now: sentAt)
        let requests = batch.map { attempt in
            var attempt = attempt
            attempt.authorization = authorization
            attempt.sentAt = sentAt
            return template.request(id: attempts.insert(attempt), for: attempt)
        }
        guard lane != .test else {
            for request in requests { simulate(request, of: job) }
            return
        }
        do {
            let connection = try lanes.submit(requests, to: lane, before: deadline, now: uptime)
            for request in requests { attempts.setConnection(connection, of: request.id) }
        } catch {
            log(.error, "no connection can be made to \(lane.provider.rawValue): \(type(of: error))")
            let moment = moment
            for request in requests {
                handle(HTTP2Answer(id: request.id, outcome: .notProcessed(.connectFailed("no lane"))), at: moment)
            }
        }
    }

    /// Ends attempts for which no request was made.
    private func endUnsent(_ batch: [Attempt], of job: PushJob, _ verdict: ProviderVerdict) {
        let moment = moment
        for attempt in batch {
            var attempt = attempt
            attempt.history.attempts -= 1
            end(attempt, of: job, verdict, at: moment)
        }
    }

    /// Answers for the provider that test mode does not have, and keeps what it would have been sent.
    private func simulate(_ request: HTTP2Request, of job: PushJob) {
        guard let attempt = attempts[request.id] else { return }
        do {
            let shown = TestRequest.json(request, provider: attempt.platform.provider)
            job.testRequests.append(
                (attempt.n, try TestRequestTable.protect(shown, delivery: attempt.deliveryID, vault)))
        } catch {
            log(.error, "\(job.name): a test request cannot be kept: \(LoggableError(error))")
        }
        let token = MagicToken.outcome(of: attempt.token, platform: attempt.platform)
        let outcome = TestProvider.outcome(
            of: token, platform: attempt.platform, attempt: attempt.history.attempts,
            messageID: PublicID(.delivery, attempt.deliveryID).text, now: time.now())
        timers.add(
            .outcome(HTTP2Answer(id: request.id, outcome: outcome)), due: time.uptime() + TestProvider.delay(of: token))
    }
}
