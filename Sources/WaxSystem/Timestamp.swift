// SPDX-License-Identifier: Apache-2.0

/// A point in time: whole milliseconds since 1970-01-01T00:00:00Z, as stored and as sent.
package struct Timestamp: Hashable, Comparable, Sendable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Whole seconds since the epoch, rounded down.
    package var seconds: Int64 { milliseconds.floorDivided(by: 1000) }

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    package static func + (time: Timestamp, span: Duration) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds + span.milliseconds)
    }

    package static func - (time: Timestamp, span: Duration) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds - span.milliseconds)
    }
}

extension Duration {
    /// The whole milliseconds of this span.
    package var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
