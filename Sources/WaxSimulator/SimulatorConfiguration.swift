// SPDX-License-Identifier: Apache-2.0

/// How a simulator listens, and how much it remembers.
public struct SimulatorConfiguration: Sendable {
    /// The ports of the services; one that is missing or 0 is chosen by the kernel.
    public var ports: [SimulatedService: UInt16] = [:]
    /// The threads of each service.
    public var threads = 1
    /// The streams that Apple allows on a connection before it has accepted a push.
    public var apnsInitialStreams: UInt32 = 1
    /// The streams that are allowed otherwise.
    public var maximumStreams: UInt32 = 1000
    /// The requests that `received` remembers, the latest ones; 0 for none.
    public var logLimit = 10_000
    /// The bytes of a device token of Apple's, whose length Apple lets vary: at least 32, printed as hexadecimal digits.
    public var apnsTokenBytes = 32

    /// Whether the services take every request unread: each is answered by 200, nothing is checked, remembered or shown.
    /// For measurements of the server under test.
    public var isSink = false

    /// The standard configuration.
    public init() {}
}
