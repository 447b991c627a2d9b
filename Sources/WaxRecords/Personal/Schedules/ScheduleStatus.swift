// SPDX-License-Identifier: Apache-2.0

/// Where a scheduled notification stands. A series goes from sending back to scheduled until it ends.
package enum ScheduleStatus: Int64, Sendable, CaseIterable {
    case scheduled = 1
    /// A notification was made of it, and its delivery is not decided yet.
    case sending
    case sent, failed, canceled

    /// As the API shows it.
    package var label: String { "\(self)" }
}
