// SPDX-License-Identifier: Apache-2.0

/// How much waits for its time, and whose it is: a client has an eighth at most, and a device a few places for wakes that its
/// owner wants delayed.
struct WaitingShares {
    /// What a device may have held back by its owner's wish; what comes beyond it is gathered.
    static let deviceLimit = 16

    let limit: Int
    /// What one client may have waiting.
    let senderLimit: Int
    /// Tokens that wait.
    private(set) var count = 0
    private var senders: [SenderCode: Int] = [:]
    private var devices: [LimitKey: Int] = [:]

    init(limit: Int) {
        self.limit = limit
        senderLimit = max(64, limit / 8)
    }

    var isFull: Bool { count >= limit }

    /// Whether one more token of a client may wait.
    func hasRoom(for sender: SenderCode) -> Bool { senders[sender] ?? 0 < senderLimit }

    /// Whether one more wake of a device may be held back by its owner's wish.
    func hasRoom(for device: LimitKeyPair) -> Bool {
        let own = (devices[device.current] ?? 0) + (device.previous.flatMap { devices[$0] } ?? 0)
        return own < Self.deviceLimit
    }

    mutating func add(_ held: [PendingWake.Held]) {
        count += held.count
        for one in held { senders[one.sender, default: 0] += 1 }
    }

    mutating func remove(_ held: [PendingWake.Held]) {
        count -= held.count
        for one in held { senders[one.sender] = senders[one.sender].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }

    mutating func add(_ held: [PendingWake.Held], of device: LimitKey) {
        add(held)
        devices[device, default: 0] += 1
    }

    mutating func remove(_ held: [PendingWake.Held], of device: LimitKey) {
        remove(held)
        devices[device] = devices[device].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
