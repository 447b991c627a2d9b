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
        let device: Int64
        let userID: String?
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
        /// The body of a device with a key, once it is sealed.
        var sealedBody: [UInt8]?
    }

    private let order: PageOrder
    private let requiresEncryption: Bool
    private let now: Timestamp
    private let payloads: PushPayloads
    private let isExpired: Bool
    private var entries: [Entry] = []
    private var lanes = LaneMemory()

    init(_ order: PageOrder, requiresEncryption: Bool, now: Timestamp) {
        self.order = order
        self.requiresEncryption = requiresEncryption
        self.now = now
        let options = order.payloads.options.remaining(after: order.push.elapsed(at: now))
        payloads = options.map(order.payloads.carried(by:)) ?? order.payloads
        isExpired = options == nil
    }

    /// Adds a device; `token` is nil when the stored one does not open. `history` counts the attempts before this one.
    mutating func add(_ device: Device, token: String?, n: Int64, history: RetryHistory, createdAt: Timestamp) {
        let plan = DeliveryPlan.decide(
            for: device, requiresEncryption: requiresEncryption, isExpired: isExpired,
            isSealedBySender: payloads.isSealedBySender,
            fits: { payloads.overflow(device.platform, encrypted: $0) == nil })
        entries.append(
            Entry(n: n, device: device, token: token, history: history, createdAt: createdAt, plan: plan))
    }

    /// Seals for all that have a key, and makes every request, in the order in which the devices were added.
    mutating func seal(with sealer: PageSealer, _ body: (Made) -> Void) {
        for platform in Platform.allCases { seal(platform, with: sealer) }
        for index in entries.indices { body(make(entries[index])) }
    }

    private mutating func seal(_ platform: Platform, with sealer: PageSealer) {
        var places: [Int] = []
        var keys: [HKPublicKey] = []
        for (index, entry) in entries.enumerated() where entry.device.platform == platform {
            guard case .sealed(let key) = entry.plan else { continue }
            places.append(index)
            keys.append(key)
        }
        guard !keys.isEmpty else { return }
        let page = sealer.seal(payloads.plaintext(platform), to: keys)
        let template = payloads.sealed(platform)
        for (place, index) in places.enumerated() {
            entries[index].sealedBody = page.body(at: place, in: template, token: entries[index].token ?? "")
        }
    }

    private mutating func make(_ entry: Entry) -> Made {
        func never(_ state: DeliveryState, _ error: DeliveryError, encrypted: Bool = false) -> Made {
            let isUnknown = entry.history.mayHaveArrived
            return Made(
                n: entry.n, device: entry.device.seq, userID: entry.device.userID, history: entry.history,
                state: isUnknown ? .failed : state, encrypted: encrypted, error: isUnknown ? .providerTimeout : error,
                attempt: nil)
        }
        let encrypted: Bool
        switch entry.plan {
        case .never(let state, let error): return never(state, error)
        case .plain: encrypted = false
        case .sealed: encrypted = true
        }
        if encrypted, entry.sealedBody == nil { return never(.failed, .encryptionFailed) }
        // A token that does not open in its row may be another device's.
        guard let token = entry.token else { return never(.failed, .tokenInvalid) }
        let platform = entry.device.platform
        let subscription = platform == .web ? WebPushSubscription(stored: token) : nil
        if platform == .web, subscription == nil { return never(.failed, .tokenInvalid) }
        let origin = subscription?.endpoint.origin
        guard let lane = lanes.lane(order.credentials, platform, entry.device.environment, origin: origin) else {
            return never(.failed, order.credentials.laneError(platform))
        }
        var body = entry.sealedBody ?? payloads.plain(platform).body(token: token)
        if let subscription {
            guard let message = try? WebPushCipher.encrypt(body, to: subscription) else {
                return never(.failed, .encryptionFailed)
            }
            body = message
        }
        var history = entry.history
        history.attempts += 1
        let attempt = Attempt(
            push: order.claim.push, n: entry.n, device: entry.device.seq,
            deviceUpdatedAt: entry.device.updatedAt,
            platform: platform, lane: lane, token: subscription?.endpoint.path ?? token,
            deliveryID: order.push.deliveryID(entry.n), body: body,
            encrypted: encrypted, createdAt: entry.createdAt, history: history, sentAt: now)
        return Made(
            n: entry.n, device: entry.device.seq, userID: entry.device.userID, history: history, state: .sending,
            encrypted: encrypted, error: nil, attempt: attempt)
    }
}

/// The lanes of the devices so far: most devices of a page share a few.
private struct LaneMemory {
    private struct Entry {
        let platform: Platform
        let environment: APNsEnvironment?
        let origin: String?
        let lane: LaneKey?
    }

    private var known: [Entry] = []

    mutating func lane(
        _ credentials: JobCredentials, _ platform: Platform, _ environment: APNsEnvironment?, origin: String?
    ) -> LaneKey? {
        for entry in known
        where entry.platform == platform && entry.environment == environment && entry.origin == origin {
            return entry.lane
        }
        let lane = credentials.lane(platform, environment, origin: origin)
        known.append(Entry(platform: platform, environment: environment, origin: origin, lane: lane))
        return lane
    }
}
