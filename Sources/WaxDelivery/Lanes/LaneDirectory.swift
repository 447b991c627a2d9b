// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders

/// The lanes that are open. Confined to the engine's thread.
final class LaneDirectory {
    /// How long a lane stays open that nothing is sent through; the providers want connections kept for hours.
    static let idleLimit = Duration.seconds(3600)

    /// A lane to a browser's push service holds no connection of its own, and any device may name a service.
    private static func idleLimit(of key: LaneKey) -> Duration { key.provider == .webPush ? .seconds(120) : idleLimit }

    private struct Entry {
        let lane: any ProviderLane
        /// Counts the connections that the lane has had.
        var generation = 0
        var lastUsed: Duration
    }

    private let opener: any LaneOpener
    private let onOutcomes: @Sendable ([HTTP2Answer]) -> Void
    private var lanes: [LaneKey: Entry] = [:]

    init(opener: any LaneOpener, onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void) {
        self.opener = opener
        self.onOutcomes = onOutcomes
    }

    var count: Int { lanes.count }

    func isOpen(_ key: LaneKey) -> Bool { lanes[key] != nil }

    /// Sends requests, and opens the lane first when it has to; returns which of its connections they use.
    func submit(_ requests: [HTTP2Request], to key: LaneKey, before deadline: Duration, now: Duration) throws -> Int {
        var entry = try lanes[key] ?? Entry(lane: opener.open(key, onOutcomes: onOutcomes), lastUsed: now)
        entry.lastUsed = now
        lanes[key] = entry
        entry.lane.submit(requests, before: deadline)
        return entry.generation
    }

    /// Replaces a connection, unless that happened since `generation`: all that was under way on it may ask for it.
    func reconnect(_ key: LaneKey, generation: Int) {
        guard lanes[key]?.generation == generation else { return }
        lanes[key]?.generation += 1
        lanes[key]?.lane.reconnect()
    }

    /// Closes what has been idle for long: its app may have other credentials by now.
    func closeIdle(now: Duration) {
        for (key, entry) in lanes where now - entry.lastUsed >= Self.idleLimit(of: key) {
            entry.lane.close(drain: .zero)
            lanes[key] = nil
        }
    }

    func close(drain: Duration) {
        for entry in lanes.values { entry.lane.close(drain: drain) }
        lanes.removeAll()
    }
}
