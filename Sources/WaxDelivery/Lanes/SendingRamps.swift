// SPDX-License-Identifier: Apache-2.0
import WaxProviders

/// The ramps of all lanes to Google; Apple sets its pace by the streams that it allows.
struct SendingRamps {
    /// Nil when lanes send as fast as Google takes it.
    private let limits: SendingRamp.Limits?
    private var ramps: [LaneKey: SendingRamp] = [:]
    private var waiting: Set<LaneKey> = []

    init(_ limits: SendingRamp.Limits?) { self.limits = limits }

    /// Whether anything waits for its turn.
    var hasWaiting: Bool { !waiting.isEmpty }

    /// Whether nothing may go through a lane until `resume`.
    func isWaiting(_ lane: LaneKey) -> Bool { waiting.contains(lane) }

    /// How many of `wanted` requests may go through a lane now, and when to resume it for the others.
    mutating func take(_ wanted: Int, in lane: LaneKey, now: Duration) -> (count: Int, wait: Duration?) {
        guard let limits, case .fcm = lane else { return (wanted, nil) }
        var ramp = ramps[lane] ?? SendingRamp(limits, now: now)
        let count = ramp.take(wanted, now: now)
        ramps[lane] = ramp
        guard count < wanted else { return (count, nil) }
        waiting.insert(lane)
        return (count, ramp.wait(for: wanted - count))
    }

    /// The wait is over.
    mutating func resume(_ lane: LaneKey) { waiting.remove(lane) }

    /// Forgets lanes that would begin anew.
    mutating func tidy(now: Duration) { ramps = ramps.filter { !$0.value.hasRested(now) } }
}
