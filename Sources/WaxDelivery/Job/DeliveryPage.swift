// SPDX-License-Identifier: Apache-2.0
import WaxRecords

/// Some deliveries of one push, made but not written yet.
struct DeliveryPage {
    enum Origin {
        /// They were unfinished; nil when there were none left.
        case recovered(upTo: Int64?)
        /// They are new; nil when no device is left.
        case fannedOut(to: FanOutCursor?)
    }

    let origin: Origin
    /// Rows to insert.
    var new: [NewDelivery] = []
    /// Rows whose next attempt begins.
    var begun: [NextAttempt] = []
    /// Rows of which it turned out that nothing will be sent.
    var ended: [DeliveryResult] = []
    /// What to send once the rows are written.
    var attempts: [Attempt] = []
    /// How many of the new deliveries count as devices of the push.
    var eligible: Int64 = 0
    var counts = Push.Counts()
}
