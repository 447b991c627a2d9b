// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

extension Timestamp {
    /// An hour since 1970 as `2026-11-30T08:00Z`.
    package static func text(ofHour hour: UInt32) -> String {
        String(Timestamp(milliseconds: Int64(hour) * 3_600_000).rfc3339.prefix(13)) + ":00Z"
    }
}
