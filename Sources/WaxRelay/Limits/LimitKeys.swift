// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxSystem

/// The keys under which limits are counted: random, in memory alone, new every 24 hours; the one before is kept as long.
///
/// So nothing that a relay remembers can be tied to a token by whoever reads its memory a day later.
struct LimitKeys {
    /// How long a key is used.
    static let life = Duration.seconds(24 * 3600)

    private let random: any RandomSource
    private(set) var current: HMACSHA256Key
    private(set) var previous: HMACSHA256Key?
    private(set) var since: Duration

    init(random: any RandomSource, now: Duration) {
        self.random = random
        current = Self.key(random)
        since = now
    }

    /// Replaces the key when its time is over; returns how many keys have passed.
    mutating func advance(now: Duration) -> Int {
        let passed = Int((now - since) / Self.life)
        guard passed > 0 else { return 0 }
        previous = passed == 1 ? current : nil
        current = Self.key(random)
        since += Self.life * passed
        return passed
    }

    /// The keys as they are now, for codes that are made outside of the lock that guards them.
    var snapshot: Snapshot { Snapshot(current: current, previous: previous) }

    /// The keys of a moment. What is counted under them just as they change may be counted under the old one alone.
    struct Snapshot: Sendable {
        fileprivate let current: HMACSHA256Key
        fileprivate let previous: HMACSHA256Key?

        /// What a message is counted under.
        func pair(of message: [UInt8]) -> LimitKeyPair {
            LimitKeyPair(
                current: LimitKey(current.code(of: message)), previous: previous.map { LimitKey($0.code(of: message)) })
        }
    }

    private static func key(_ random: any RandomSource) -> HMACSHA256Key {
        HMACSHA256Key(SymmetricKey(data: random.bytes(32)))
    }
}

/// What something is counted under, by today's key and by yesterday's.
struct LimitKeyPair: Hashable, Sendable {
    let current: LimitKey
    /// Nil on the first day.
    let previous: LimitKey?
}

/// What a limit is counted under: sixteen bytes of a code.
struct LimitKey: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    /// The first half of a code of 32 bytes.
    init(_ code: [UInt8]) {
        high = code[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = code[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Four places in a table of so many, a power of two.
    func place(_ row: Int, width: Int) -> Int {
        let half = row < 2 ? high : low
        return Int(truncatingIfNeeded: half >> UInt64(row % 2 * 32) & UInt64(width - 1))
    }
}
