// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
public import WaxEnvelope
import WaxJSON

/// One call to a relay, ready to be sent.
public struct SealedWakeCall: Hashable, Sendable {
    /// The body of `POST /v1/sealed/wake`, JSON.
    public let body: [UInt8]
    /// How long to wait before the call is made, once the message is stored.
    public let delay: Duration
}

/// Makes the calls by which a contact wakes devices, so that who sees them pass learns little: of four sizes, filled with
/// tokens that wake nobody, in random order, each after a random wait.
///
///     for call in try SealedWakeSender().calls(waking: [token], sealedTo: list, hour: hour) {
///         // after call.delay, over another connection than the message's
///         post("/v1/sealed/wake", call.body)
///     }
public struct SealedWakeSender: Sendable {
    /// How many tokens a call may have.
    public static let sizes = [1, 4, 16, 32]

    /// The longest wait before a call; with more, fewer can tell which message it belongs to.
    public var longestDelay = Duration.seconds(30)
    /// A call has no fewer tokens. A relay counts decoys like all others, by default sixty a minute for one address.
    public var leastTokens = 1
    private let random: @Sendable (Int) -> [UInt8]

    /// A sender with the system's random numbers.
    public init() {
        self.init { count in
            var generator = SystemRandomNumberGenerator()
            return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
    }

    /// The same with a source of random bytes.
    package init(random: @escaping @Sendable (Int) -> [UInt8]) { self.random = random }

    /// The calls that wake the devices of these tokens; without any, one call that wakes nobody, to be sent now and then.
    ///
    /// `mayShow` lets a device show something whose owner allows it. Throws `noKey` when decoys are needed and the list has no
    /// key to seal to.
    public func calls(
        waking tokens: [SealedToken], mayShow: Bool = true, sealedTo list: RelayKeyList, hour: UInt32
    ) throws(SealedPushError) -> [SealedWakeCall] {
        var calls: [SealedWakeCall] = []
        var rest = tokens[...]
        repeat {
            let most = Self.sizes.last ?? 1
            let own = rest.prefix(most)
            rest = rest.dropFirst(most)
            let size = Self.sizes.first { $0 >= max(own.count, leastTokens) } ?? most
            var filled = Array(own)
            while filled.count < size { filled.append(try decoy(list, hour: hour)) }
            calls.append(call(shuffled(filled), mayShow: mayShow))
        } while !rest.isEmpty
        return calls
    }

    private func call(_ tokens: [SealedToken], mayShow: Bool) -> SealedWakeCall {
        let value: JSONValue = [
            "v": 1, "nonce": .string(Base64URL.encode(random(16))), "class": mayShow ? "alert" : "silent",
            "tokens": .array(tokens.map { .string($0.text) }),
        ]
        let most = UInt64(max(0, longestDelay / .milliseconds(1)))
        return SealedWakeCall(body: value.compact, delay: .milliseconds(number(below: most + 1)))
    }

    /// A token that wakes nobody.
    private func decoy(_ list: RelayKeyList, hour: UInt32) throws(SealedPushError) -> SealedToken {
        guard let key = list.sealingKey(hour: hour) else { throw .noKey }
        let zeros = [UInt8](repeating: 0, count: 16)
        let content = SealedTokenContent(
            address: nil, app: "", policy: [], issued: hour, expires: hour + SealedTokenContent.maximumLifetime,
            reference: zeros, revocationTag: zeros, wakeKey: zeros, ticket: zeros, ticketExpires: 0)
        return try SealedPushToken.seal(content, to: key)
    }

    private func shuffled(_ tokens: [SealedToken]) -> [SealedToken] {
        var tokens = tokens
        for index in tokens.indices.dropFirst().reversed() {
            tokens.swapAt(index, Int(number(below: UInt64(index + 1))))
        }
        return tokens
    }

    /// A random number, whose bias does not matter for limits so far below 2 to the 64th.
    private func number(below limit: UInt64) -> UInt64 {
        random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % limit
    }
}
