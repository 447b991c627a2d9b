// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxHTTP
import WaxSystem

/// How much each client may send: counted by its address, or by its credential when it shows that of a gateway.
final class ConnectionLimits: Sendable {
    private struct State {
        var keys: LimitKeys
        var table: DailyTable<Int64>
        var gateways: [Int: Int64] = [:]
    }

    private let rules: RelayRules
    private let time: any TimeSource
    private let state: Locked<State>

    init(_ limits: RelayLimits, random: any RandomSource, time: any TimeSource) {
        rules = RelayRules(limits)
        self.time = time
        state = Locked(
            State(
                keys: LimitKeys(random: random, now: time.uptime()), table: DailyTable(limit: limits.remembered)))
    }

    /// How long the client has to wait before it may send so many tokens; nil when it may now, and they are counted then.
    func wait(_ client: ClientKey, tokens: Int) -> Duration? {
        let uptime = time.uptime()
        let now = uptime.microseconds
        switch client {
        case .gateway(let index):
            return state.withLock { Self.take(tokens, rules.gateway, &$0.gateways[index, default: now], now) }
        case .address(let address):
            let keys = state.withLock { state in
                state.table.advance(by: state.keys.advance(now: uptime))
                return state.keys.snapshot
            }
            let own = keys.pair(of: address)
            return state.withLock { state in
                state.table.makeRoom(now: now) { $0 <= now }
                return state.table.update(own, fresh: now) { Self.take(tokens, rules.connection, &$0, now) }
            }
        }
    }

    private static func take(_ tokens: Int, _ rule: RateRule, _ next: inout Int64, _ now: Int64) -> Duration? {
        let wait = rule.wait(next, now: now, count: max(1, tokens))
        guard wait == 0 else { return .microseconds(wait) }
        next = rule.after(next, now: now, count: max(1, tokens))
        return nil
    }
}

/// Whom requests are counted for, and who takes turns in the queue.
enum ClientKey: Hashable, Sendable {
    /// A client's address; of an IPv6 address the network of 64 bits, which one client has whole.
    case address([UInt8])
    /// A gateway, by the place of its credential in the configuration.
    case gateway(Int)

    init(_ address: IPAddress?) {
        switch address?.unmapped {
        case .v4(let bits)?: self = .address([4] + (0..<4).map { UInt8(truncatingIfNeeded: bits >> (24 - 8 * $0)) })
        case .v6(let high, _)?:
            self = .address([6] + (0..<8).map { UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * $0)) })
        case nil: self = .address([])
        }
    }

    /// All clients of a proxy on this machine that is not among the trusted ones: who they are is not believed, and they are
    /// not the machine itself.
    static let behindUnknownProxy = ClientKey.address([0])
}
