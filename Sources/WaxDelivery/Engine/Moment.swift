// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// The present on both clocks.
struct Moment {
    let time: Timestamp
    let uptime: Duration
}
