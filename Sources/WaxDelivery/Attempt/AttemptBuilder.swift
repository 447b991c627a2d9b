// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxProviders
import WaxRecords
import WaxSystem

/// Makes the requests of one page: decides for each device, seals those with a key together, and builds the rest.
struct AttemptBuilder {
    /// What became of one device.
    struct Made {
        let n: Int64
        let device: Device
        let history: RetryHistory
        let state: DeliveryState
        let encrypted: Bool
        let error: DeliveryError?
        /// The request; nil when nothing is to be sent.
        let attempt: Attempt?
    }

    private struct Entry {
        let n: Int64
        let device: Device
        let token: String?
        let history: RetryHistory
        let createdAt: Timestamp
        let plan: DeliveryPlan
    }

    private let job: PushJob
    private let requiresEncryption: Bool
    private let now: Timestamp
    private let payloads: PushPayloads
    private let isExpired: Bool
    private var entries: [Entry] = []

    init(job: PushJob, requiresEncryption: Bool, now: Timestamp) {
        self.job = job
        self.requiresEncryption = requiresEncryption
        self.now = now
        let options = job.payloads.options.remaining(after: job.elapsed(at: now))
        payloads = options.map(job.payloads.carried(by:)) ?? job.payloads
        isExpired = options == nil
    }

    /// Adds a device; `token` is nil when the stored one does not open. `history` counts the attempts before this one.
    mutating func add(_ device: Device, token: String?, n: Int64, history: RetryHistory, createdAt: Timestamp) {
        let plan = DeliveryPlan.decide(
            for: device, requiresEncryption: requiresEncryption, isExpired: isExpired,
            fits: { payloads.overflow(device.platform, encrypted: $0) == nil })
        entries.append(
            Entry(n: n, device: device, token: token, history: history, createdAt: createdAt, plan: plan))
    }

    /// Seals for all that have a key, and makes every request.
    func seal(with sealer: PageSealer) -> [Made] {
        var bodies: [Int: [UInt8]] = [:]
        for platform in Platform.allCases {
            let sealed = entries.indices.filter { index in
                if case .sealed = entries[index].plan { entries[index].device.platform == platform } else { false }
            }
            let keys = sealed.compactMap { index in
                if case .sealed(let key) = entries[index].plan { key } else { nil }
            }
            guard !keys.isEmpty else { continue }
            let page = sealer.seal(payloads.plaintext(platform), to: keys)
            for (place, index) in sealed.enumerated() {
                bodies[index] = page.body(
                    at: place, in: payloads.sealed(platform), token: entries[index].token ?? "")
            }
        }
        return entries.indices.map { make(entries[$0], sealedBody: bodies[$0]) }
    }

    private func make(_ entry: Entry, sealedBody: [UInt8]?) -> Made {
        func never(_ state: DeliveryState, _ error: DeliveryError, encrypted: Bool = false) -> Made {
            Made(
                n: entry.n, device: entry.device, history: entry.history, state: state, encrypted: encrypted,
                error: error, attempt: nil)
        }
        let encrypted: Bool
        switch entry.plan {
        case .never(let state, let error): return never(state, error)
        case .plain: encrypted = false
        case .sealed: encrypted = true
        }
        if encrypted, sealedBody == nil { return never(.failed, .encryptionFailed) }
        // A token that does not open in its row may be another device's.
        guard let token = entry.token else { return never(.failed, .tokenInvalid) }
        let platform = entry.device.platform
        guard let lane = job.credentials.lane(platform, entry.device.environment) else {
            return never(.failed, job.credentials.laneError)
        }
        let body = sealedBody ?? payloads.plain(platform).body(token: token)
        var history = entry.history
        history.attempts += 1
        let attempt = Attempt(
            push: job.claim.push, n: entry.n, device: entry.device.seq,
            deviceRegisteredAt: entry.device.lastRegisteredAt, deviceUpdatedAt: entry.device.updatedAt,
            platform: platform, lane: lane, token: token, deliveryID: job.push.deliveryID(entry.n), body: body,
            encrypted: encrypted, createdAt: entry.createdAt, history: history, sentAt: now)
        return Made(
            n: entry.n, device: entry.device, history: history, state: .sending, encrypted: encrypted,
            error: nil, attempt: attempt)
    }
}
