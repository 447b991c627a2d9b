// SPDX-License-Identifier: Apache-2.0

/// Faults that come at random to shares of the requests or of the devices; the same seed brings the same ones.
public struct FaultScript: Sendable {
    /// One fault and how often it comes.
    public struct Entry: Sendable {
        /// What happens.
        public var fault: Fault
        /// How many of the requests it comes to, or how many of the devices: from 0 to 1.
        public var share: Double
        /// The service that it comes from; nil for every one.
        public var service: SimulatedService?
        /// Whether it is decided once for each device, and then holds for all requests to it.
        public var isPerDevice: Bool

        /// A fault that comes to this share of the requests, or of the devices when `isPerDevice` is true.
        public init(_ fault: Fault, share: Double, service: SimulatedService? = nil, isPerDevice: Bool = false) {
            self.fault = fault
            self.share = share
            self.service = service
            self.isPerDevice = isPerDevice
        }
    }

    /// Where the random numbers begin.
    public var seed: UInt64
    /// The faults. At most one comes to a request; the shares of one service add up to 1 at most.
    public var entries: [Entry]

    /// A script with these faults.
    public init(seed: UInt64, _ entries: [Entry]) {
        self.seed = seed
        self.entries = entries
    }
}
