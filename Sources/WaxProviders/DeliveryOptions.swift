// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// How a push is to be carried, apart from what it says.
package struct DeliveryOptions: Hashable, Sendable {
    /// Whether the device is woken at once or when it suits its battery; the raw value is the API's.
    package enum Priority: String, Sendable, CaseIterable {
        case high, normal
    }

    /// The longest time to live: four weeks, which is also what FCM assumes.
    package static let longestTimeToLive = 2_419_200

    package let priority: Priority
    /// How long the provider may hold the push for a device that is off; 0 to `longestTimeToLive`.
    package let ttlSeconds: Int
    /// A later push with the same key replaces this one: printable ASCII, at most 64 bytes. Providers can read it.
    package let collapseKey: String?

    /// Takes a time to live outside its range as the nearest one inside.
    package init(
        priority: Priority = .high, ttlSeconds: Int = DeliveryOptions.longestTimeToLive, collapseKey: String? = nil
    ) {
        self.priority = priority
        self.ttlSeconds = min(max(ttlSeconds, 0), Self.longestTimeToLive)
        self.collapseKey = collapseKey
    }

    /// Whether `text` may be a collapse key.
    ///
    /// It becomes an HTTP header, which loses spaces at either end and of which APNs takes 64 bytes.
    package static func isCollapseKey(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            && text.utf8.first != 0x20 && text.utf8.last != 0x20
    }

    /// The same options for what is left of the time to live `elapsed` after the push became due; nil once it is over.
    ///
    /// A time to live of 0 asks for one attempt at once and stays 0, however long that attempt had to wait its turn.
    package func remaining(after elapsed: Duration) -> DeliveryOptions? {
        guard ttlSeconds > 0 else { return self }
        let left = ttlSeconds - Int(max(elapsed, .zero).components.seconds)
        guard left > 0 else { return nil }
        return DeliveryOptions(priority: priority, ttlSeconds: left, collapseKey: collapseKey)
    }

    /// APNs's expiration of a push that became due at `time`, in seconds since the epoch; 0 when it is not to be stored.
    package func expiration(due time: Timestamp) -> Int64 {
        ttlSeconds == 0 ? 0 : time.seconds + Int64(ttlSeconds)
    }
}
