// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

extension EngineLoop {
    /// The next devices of a push, each with its delivery row and, unless nothing is to be sent to it, its request.
    func newPage(of job: PushJob, from cursor: FanOutCursor, limit: Int) throws -> DeliveryPage {
        let (vault, push, now) = (vault, job.push, time.now())
        let found = try database.read { sql in
            let devices = DeviceTable(sql, vault)
            let page = try devices.page(of: push.target, app: push.app, from: cursor, limit: limit)
            return (
                next: page.next, devices: page.devices.map { ($0, try? devices.token(of: $0)) },
                requiresEncryption: try job.requiresEncryption(sql, vault)
            )
        }
        var page = DeliveryPage(origin: .fannedOut(to: found.next))
        var builder = AttemptBuilder(job: job, requiresEncryption: found.requiresEncryption, now: now)
        for (index, (device, token)) in found.devices.enumerated() {
            let n = job.progress.nextDelivery + Int64(index)
            builder.add(device, token: token, n: n, history: RetryHistory(), createdAt: now)
        }
        for made in builder.seal(with: sealer) {
            page.counts.add(made.state)
            // Whoever is refused for want of a key never counted as a device of the push.
            if made.error != .encryptionKeyMissing { page.eligible += 1 }
            page.new.append(
                NewDelivery(
                    n: made.n, device: made.device.seq, userID: made.device.userID, state: made.state,
                    encrypted: made.encrypted, errorCode: made.error?.rawValue))
            if let attempt = made.attempt { page.attempts.append(attempt) }
        }
        return page
    }

    /// Deliveries that an earlier claim left unfinished: each that may have gone out is sent once more, and then no more.
    func recoveredPage(of job: PushJob, after: Int64, limit: Int) throws -> DeliveryPage {
        let (vault, push, now) = (vault, job.push, time.now())
        let found = try database.read { sql in
            let devices = DeviceTable(sql, vault)
            let pending = try DeliveryTable(sql, vault).pending(push: push.seq, after: after, due: now, limit: limit)
            let deliveries = try pending.map { delivery in
                let device = try devices.find(seq: delivery.device)
                return (delivery, device, device.flatMap { try? devices.token(of: $0) })
            }
            return (deliveries: deliveries, requiresEncryption: try job.requiresEncryption(sql, vault))
        }
        let last = found.deliveries.count < limit ? nil : found.deliveries.last?.0.n
        var page = DeliveryPage(origin: .recovered(upTo: last))
        var builder = AttemptBuilder(job: job, requiresEncryption: found.requiresEncryption, now: now)
        for (delivery, device, token) in found.deliveries {
            var history = delivery.history
            if delivery.wasSending {
                guard !history.spent.contains(.unknownOutcome) else {
                    page.end(delivery.n, .failed, history, .providerTimeout)
                    continue
                }
                history.spent.insert(.unknownOutcome)
            }
            if let device, device.isActive {
                builder.add(device, token: token, n: delivery.n, history: history, createdAt: delivery.createdAt)
            } else {
                page.end(delivery.n, .failed, history, device == nil ? .deviceDeleted : .deviceInactive)
            }
        }
        for made in builder.seal(with: sealer) {
            if let attempt = made.attempt {
                page.begun.append(NextAttempt(n: made.n, encrypted: made.encrypted, history: made.history))
                page.attempts.append(attempt)
            } else {
                page.end(made.n, made.state, made.history, made.error)
            }
        }
        return page
    }
}

extension DeliveryPage {
    /// Ends an unfinished delivery to which nothing more is sent.
    fileprivate mutating func end(_ n: Int64, _ state: DeliveryState, _ history: RetryHistory, _ error: DeliveryError?)
    {
        ended.append(DeliveryResult(n: n, state: state, history: history, errorCode: error?.rawValue))
        counts.queued -= 1
        counts.add(state)
    }
}
