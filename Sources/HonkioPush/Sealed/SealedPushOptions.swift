// SPDX-License-Identifier: Apache-2.0

/// What an owner allows a relay, and how long its tokens live.
public struct SealedPushOptions: Hashable, Sendable {
    /// Whether a wake may show something when the app cannot run.
    public var allowsVisibleFallback = true
    /// How long the relay may hold a wake back among others: 0 not at all, then up to 5 s, 30 s, 2 min, 10 min.
    public var delay: UInt8 = 0
    /// Whether tokens hold a reference to their contact; without, the relay does not learn how many contacts there are, and
    /// the device looks at all of them.
    public var givesReferences = true
    /// How long tokens live, in hours, at most 1080.
    public var lifetime: UInt32 = 1080

    /// The standard options.
    public init() {}
}
