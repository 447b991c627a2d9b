// SPDX-License-Identifier: Apache-2.0
package import WaxProviders

/// How many active devices of each kind a push would reach now.
package struct Audience: Sendable {
    package struct Kind: Hashable, Sendable {
        package let platform: Platform
        package let hasKey: Bool

        package init(platform: Platform, hasKey: Bool) {
            self.platform = platform
            self.hasKey = hasKey
        }
    }

    package var devices: [Kind: Int] = [:]

    package init() {}

    package mutating func add(_ count: Int, _ kind: Kind) {
        devices[kind, default: 0] += count
    }

    /// Those that get a delivery: all, or only those with a key.
    package func eligible(requiringEncryption: Bool) -> Int {
        devices.reduce(0) { $0 + ($1.key.hasKey || !requiringEncryption ? $1.value : 0) }
    }
}
