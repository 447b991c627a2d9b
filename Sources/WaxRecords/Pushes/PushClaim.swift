// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// The right to send one push until the lease ends. Whoever claims the push next has a higher epoch, and no change under
/// an older one takes effect.
package struct PushClaim: Sendable {
    package let push: Int64
    package let epoch: Int64
    package let leaseUntil: Timestamp
    /// Where fan-out goes on; nil when every delivery row exists.
    package let fanOut: FanOutCursor?
    /// The number of the next delivery.
    package let nextDelivery: Int64
    /// The row does not say where fan-out goes on: nothing can be sent any more.
    package let isDamaged: Bool

    package init(
        push: Int64, epoch: Int64, leaseUntil: Timestamp, fanOut: FanOutCursor?, nextDelivery: Int64,
        isDamaged: Bool = false
    ) {
        self.push = push
        self.epoch = epoch
        self.leaseUntil = leaseUntil
        self.fanOut = fanOut
        self.nextDelivery = nextDelivery
        self.isDamaged = isDamaged
    }
}
