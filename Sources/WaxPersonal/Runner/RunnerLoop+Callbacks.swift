// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem
import WaxWebhooks

extension RunnerLoop {
    /// Longer than a request may take.
    private static let lease = Duration.seconds(60)

    /// Begins the callbacks that are due.
    func claimCallbacks(_ now: Timestamp) throws {
        let (vault, room) = (service.vault, callbacks.room)
        guard room > 0, let due = try service.database.read({ try ReceiptTable($0, vault).nextCallbackDue(now: now) }),
            due <= now
        else { return }
        let until = now + Self.lease
        let claims = try service.database.writeAndWait { sql in
            try ReceiptTable(sql, vault).claimCallbacks(limit: room, leaseUntil: until, now: now)
        }
        for claim in claims {
            if let request = try request(claim, now) {
                send(request, claim)
            } else {
                callbacks.results.append((claim, .failed(.secretUnreadable, status: nil, retryAfter: nil)))
            }
        }
        try recordCallbacks()
    }

    /// Nil when the secret cannot be read.
    private func request(_ claim: CallbackClaim, _ now: Timestamp) throws -> HTTPClientRequest? {
        let (vault, receipt) = (service.vault, claim.receipt)
        do {
            return try service.database.read { sql in
                guard let key = receipt.key, let digest = try IntegrationKeyTable(sql, vault).digest(of: key),
                    let secret = CallbackSecret.make(keyDigest: digest),
                    let person = try PersonTable(sql, vault).find(account: receipt.account)
                else { return nil }
                return CallbackRequest.make(receipt, of: person, secret, now: now)
            }
        } catch let error as StoreError where error.isOfTheStore {
            throw error
        } catch {
            return nil
        }
    }

    private func send(_ request: HTTPClientRequest, _ claim: CallbackClaim) {
        let (client, events) = (client, service.runnerEvents)
        let (notification, epoch) = (claim.receipt.notification, claim.epoch)
        let task = Task {
            let result: Result<HTTPClientResponse, HTTPClientError>
            do throws(HTTPClientError) {
                result = .success(try await client.send(request))
            } catch {
                result = .failure(error)
            }
            events.put(.callbackEnded(notification: notification, epoch: epoch, result))
        }
        callbacks.underWay[notification] = CallbackJobs.UnderWay(claim: claim, task: task)
    }

    /// A request has ended: judged when it is written down.
    func end(_ notification: Int64, _ epoch: Int64, _ result: Result<HTTPClientResponse, HTTPClientError>) {
        guard let job = callbacks.underWay[notification], job.claim.epoch == epoch else { return }
        callbacks.underWay[notification] = nil
        callbacks.results.append((job.claim, AttemptVerdict(result, now: service.time.now())))
    }

    /// Writes down how callbacks ended, and when those that failed are tried again.
    func recordCallbacks() throws {
        guard !callbacks.results.isEmpty else { return }
        let (vault, now) = (service.vault, service.time.now())
        let changes = callbacks.results.map { claim, verdict in
            let next = CallbackRules.judge(
                verdict, attempts: Int(claim.attempts + 1), now: now, chance: random.chance())
            return (claim: claim, next: next, code: verdict.status)
        }
        try service.database.writeAndWait { sql in
            let receipts = ReceiptTable(sql, vault)
            for change in changes {
                do {
                    try sql.attempt {
                        switch change.next {
                        case .ended(let status):
                            try receipts.finish(change.claim, as: status, code: change.code, now: now)
                        case .retry(let time): try receipts.retry(change.claim, at: time, code: change.code)
                        }
                    }
                } catch is LeaseLost {
                    // The callback is somebody else's matter now.
                }
            }
        }
        callbacks.results.removeAll()
    }
}
