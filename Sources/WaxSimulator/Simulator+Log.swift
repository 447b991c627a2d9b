// SPDX-License-Identifier: Apache-2.0

extension Simulator {
    /// The push requests that Apple and Google were given, refused ones included, oldest first; see `logLimit`.
    public var received: [ReceivedPush] { core.world.read { $0.log.all } }

    /// Waits until so many push requests are in the log, and returns them all; nil once `limit` has passed.
    public func received(atLeast count: Int, within limit: Duration) async -> [ReceivedPush]? {
        await core.world.first(within: limit) { $0.log.count >= count ? $0.log.all : nil }
    }

    /// How many requests a service was given since the start or the last `clearLog`.
    public func counts(of service: SimulatedService) -> RequestCounts {
        core.world.read { $0.log.counts[service] ?? RequestCounts() }
    }

    /// All connections that a service has had so far. One that is not among them has not been told the service's settings
    /// yet, so nothing can have been asked by it.
    package func connections(of service: SimulatedService) -> Set<SimulatedConnection> {
        core.world.read { $0.opened[service] ?? [] }
    }

    /// Forgets the requests and their counts.
    public func clearLog() {
        core.world.update { $0.log.clear() }
    }
}
