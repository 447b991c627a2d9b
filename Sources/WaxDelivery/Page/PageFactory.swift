// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// Makes pages: reads devices, opens their tokens, and seals for those with a key. Kept by one thread.
final class PageFactory {
    private let database: Database
    private let vault: Vault
    private let time: any TimeSource
    private let sealer: PageSealer

    init(database: Database, vault: Vault, time: any TimeSource, usesLanes: Bool) throws {
        self.database = database
        self.vault = vault
        self.time = time
        sealer = try PageSealer(usesLanes: usesLanes)
    }

    /// Whether it seals eight messages at a time.
    var usesLanes: Bool { sealer.usesLanes }

    /// Makes what was ordered. Throws what reading throws.
    func make(_ order: PageOrder) throws -> DeliveryPage {
        switch order.part {
        case .new(let cursor, let first): try newPage(order, from: cursor, first: first)
        case .unfinished(let after): try recoveredPage(order, after: after)
        }
    }

    /// The next devices of a push, each with its delivery row and, unless nothing is to be sent to it, its request.
    private func newPage(_ order: PageOrder, from cursor: FanOutCursor, first: Int64) throws -> DeliveryPage {
        let (vault, push, now) = (vault, order.push, time.now())
        let found = try database.read { sql in
            let devices = DeviceTable(sql, vault)
            let page = try devices.page(of: push.target, app: push.app, from: cursor, limit: order.limit)
            return (
                next: page.next, devices: page.devices.map { ($0, try? devices.token(of: $0)) },
                requiresEncryption: try push.requiresEncryption(sql, vault)
            )
        }
        var page = DeliveryPage(origin: .fannedOut(to: found.next))
        page.new.reserveCapacity(found.devices.count)
        page.attempts.reserveCapacity(found.devices.count)
        var builder = AttemptBuilder(order, requiresEncryption: found.requiresEncryption, now: now)
        for (index, (device, token)) in found.devices.enumerated() {
            builder.add(device, token: token, n: first + Int64(index), history: RetryHistory(), createdAt: now)
        }
        builder.seal(with: sealer) { made in
            page.counts.add(made.state)
            // Whoever is refused for want of a key never counted as a device of the push.
            if made.error != .encryptionKeyMissing { page.eligible += 1 }
            page.new.append(
                NewDelivery(
                    n: made.n, device: made.device, userID: made.userID, state: made.state,
                    encrypted: made.encrypted, errorCode: made.error?.rawValue))
            if let attempt = made.attempt { page.attempts.append(attempt) }
        }
        return page
    }

    /// Deliveries that an earlier claim left unfinished: each that may have gone out is sent once more, and then no more.
    private func recoveredPage(_ order: PageOrder, after: Int64) throws -> DeliveryPage {
        let (vault, push, limit, now) = (vault, order.push, order.limit, time.now())
        let found = try database.read { sql in
            let devices = DeviceTable(sql, vault)
            let pending = try DeliveryTable(sql, vault).pending(push: push.seq, after: after, due: now, limit: limit)
            let deliveries = try pending.map { delivery in
                let device = try devices.find(seq: delivery.device)
                return (delivery, device, device.flatMap { try? devices.token(of: $0) })
            }
            return (deliveries: deliveries, requiresEncryption: try push.requiresEncryption(sql, vault))
        }
        let last = found.deliveries.count < limit ? nil : found.deliveries.last?.0.n
        var page = DeliveryPage(origin: .recovered(upTo: last))
        var builder = AttemptBuilder(order, requiresEncryption: found.requiresEncryption, now: now)
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
        builder.seal(with: sealer) { made in
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
