// SPDX-License-Identifier: Apache-2.0

/// How many requests a service was given, by what became of them.
public struct RequestCounts: Hashable, Sendable {
    /// Those that were answered with success.
    public private(set) var accepted = 0
    /// Those that were refused, by the provider's name for why.
    public private(set) var refused: [String: Int] = [:]
    /// Those that were not answered.
    public private(set) var unanswered = 0

    /// All of them.
    public var total: Int { accepted + unanswered + refused.values.reduce(0, +) }

    mutating func add(reason: String?, isAnswered: Bool) {
        if !isAnswered {
            unanswered += 1
        } else if let reason {
            refused[reason, default: 0] += 1
        } else {
            accepted += 1
        }
    }
}
