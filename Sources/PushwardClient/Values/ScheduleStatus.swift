// SPDX-License-Identifier: Apache-2.0

/// Which schedules a list has.
package enum ScheduleStatus: String, CaseIterable, Sendable {
    case scheduled, sent, failed, canceled, all
}
