// SPDX-License-Identifier: Apache-2.0
package import WaxProviders

/// Something that happened to a record and that its account may want to be told of.
package enum RecordEvent: Sendable {
    /// How a push went on.
    package enum PushChange: Sendable {
        case scheduled, rescheduled, cancelled, sent, failed
    }

    /// A delivery that is final now.
    package struct DeliveryEnd: Sendable {
        package let n: Int64
        package let isSent: Bool

        package init(n: Int64, isSent: Bool) {
            self.n = n
            self.isSent = isSent
        }
    }

    case push(PushChange, push: Int64)
    case deliveries([DeliveryEnd], push: Int64)
    case deviceDeactivated(device: Int64)
    case providerError(AppAlert, from: Provider, app: Int64)
}
