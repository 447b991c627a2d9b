// SPDX-License-Identifier: Apache-2.0

/// How much the engine takes on at once, and how long it holds it.
package struct EngineConfiguration: Sendable {
    /// Devices in one page: they are read, written and recorded together.
    package var pageSize = 1000
    /// Deliveries under way at once, over all pushes; what bounds the engine's memory.
    package var attemptsInFlight = 4000
    /// Pushes claimed at once. A push to one device holds its place until the provider has answered.
    package var jobs = 128
    /// How long a claim holds without being renewed.
    package var lease = Duration.seconds(60)
    /// The longest wait before another attempt that is spent in memory; a longer one gives the push back.
    package var patience = Duration.seconds(2)
    /// The most deliveries for which a page is made by the engine's own thread; larger ones are made aside.
    package var smallPage = 16
    /// Whether messages are sealed eight at a time where build and processor can.
    package var usesLanes = true
    /// How long the ends of deliveries may wait for others to be written with, while more of their push are under way.
    package var recordDelay = Duration.milliseconds(10)
    /// How long it takes a lane to Google to come to its full rate; zero lets it send as fast as Google takes it.
    package var fcmRamp = Duration.seconds(60)
    /// The messages a minute that a lane to Google sends at most.
    package var fcmRatePerMinute = 600_000
    /// The connections that a lane to Apple or Google has at most.
    package var laneConnections = 4
    /// How long the engine waits after the store has failed.
    package var storePause = Duration.milliseconds(500)

    /// What must be left of a lease when a request is handed over.
    var leaseToSend: Duration { lease * 3 / 4 }
    /// How long a request may then wait for a stream: nothing is written with less than half a lease left.
    package var queueTimeout: Duration { lease / 4 }

    var fcmLimits: SendingRamp.Limits? {
        fcmRamp > .zero ? SendingRamp.Limits(ratePerMinute: fcmRatePerMinute, duration: fcmRamp) : nil
    }

    package init() {}
}
