// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxSystem

extension DispatcherLoop {
    /// How many requests each webhook may begin now.
    func shares(_ now: Timestamp) -> [Int64: Int] {
        var (free, freeForFailing) = (configuration.requests, configuration.failingRequests)
        for job in jobs.values {
            free -= job.underWay.count
            if job.window.isFailing { freeForFailing -= job.underWay.count }
        }
        let order = jobs.keys.sorted()
        let start = order.isEmpty ? 0 : turns % order.count
        let wishes = (order[start...] + order[..<start]).compactMap { seq -> FairShare.Wish? in
            guard let job = jobs[seq], canSend(job, now), case let count = job.sendable, count > 0 else { return nil }
            return FairShare.Wish(webhook: seq, count: count, isFailing: job.window.isFailing)
        }
        return FairShare.share(wishes, free: free, freeForFailing: freeForFailing)
    }

    func send(_ now: Timestamp) {
        for (seq, count) in shares(now) {
            guard let job = jobs[seq] else { continue }
            for event in job.take(count) { send(event, to: job) }
        }
    }

    private func send(_ event: LoadedEvent, to job: EndpointJob) {
        guard let webhook = job.webhook else { return }
        let (claim, n, startedAt) = (job.claim, event.queued.n, time.now())
        guard let secrets = job.secrets else {
            job.results.append(
                result(of: event, .failed(.secretUnreadable, status: nil, retryAfter: nil), startedAt, .zero))
            return
        }
        let request = request(event, to: webhook, secrets, startedAt)
        let (client, inbox, time, started) = (client, inbox, time, time.uptime())
        let task = Task {
            let result: Result<HTTPClientResponse, HTTPClientError>
            do throws(HTTPClientError) {
                result = .success(try await client.send(request))
            } catch {
                result = .failure(error)
            }
            inbox.put(
                .ended(
                    RequestEnd(
                        webhook: claim.webhook, epoch: claim.epoch, n: n, result: result, startedAt: startedAt,
                        duration: time.uptime() - started)))
        }
        job.underWay[n] = EndpointJob.UnderWay(event: event, task: task)
    }

    private func request(
        _ event: LoadedEvent, to webhook: Webhook, _ secrets: [WebhookSecret], _ now: Timestamp
    ) -> HTTPClientRequest {
        let body = EventBody.bytes(event.queued.event, mode: webhook.owner.mode, data: event.data)
        var request = HTTPClientRequest(method: "POST", url: webhook.url, body: body)
        request.headers = WebhookSignature.headers(
            id: PublicID(.event, event.queued.event.id).text, body: body, secrets: secrets, now: now)
        request.headers.add("Content-Type", "application/json")
        request.timeout = configuration.timeout
        return request
    }

    /// A request has ended: judged when it is written down.
    func take(_ end: RequestEnd) {
        // Others belong to a webhook that is no longer ours.
        guard let job = jobs[end.webhook], job.claim.epoch == end.epoch,
            let request = job.underWay.removeValue(forKey: end.n)
        else { return }
        let verdict = AttemptVerdict(end.result, now: time.now())
        if verdict.reason == nil { job.window.succeeded() } else { job.window.failed() }
        job.results.append(result(of: request.event, verdict, end.startedAt, end.duration))
    }

    private func result(
        of event: LoadedEvent, _ verdict: AttemptVerdict, _ startedAt: Timestamp, _ duration: Duration
    ) -> AttemptResult {
        AttemptResult(
            event: event, verdict: verdict, startedAt: startedAt, duration: duration, chance: random.chance(),
            recordID: ULID(time: startedAt, random: random), letterID: ULID(time: time.now(), random: random))
    }
}
