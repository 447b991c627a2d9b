// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// The lanes that are open. Confined to the engine's thread.
final class LaneDirectory {
    private let opener: any LaneOpener
    private let onOutcomes: @Sendable ([HTTP2Answer]) -> Void
    private var lanes: [LaneKey: any ProviderLane] = [:]

    init(opener: any LaneOpener, onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void) {
        self.opener = opener
        self.onOutcomes = onOutcomes
    }

    func lane(_ key: LaneKey) throws -> any ProviderLane {
        if let lane = lanes[key] { return lane }
        let lane = try opener.open(key, onOutcomes: onOutcomes)
        lanes[key] = lane
        return lane
    }

    func reconnect(_ key: LaneKey) {
        lanes[key]?.reconnect()
    }

    func close() {
        for lane in lanes.values { lane.close() }
        lanes.removeAll()
    }
}
