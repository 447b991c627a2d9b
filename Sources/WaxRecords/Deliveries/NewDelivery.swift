// SPDX-License-Identifier: Apache-2.0

/// A delivery row as the first attempt writes it.
package struct NewDelivery: Sendable {
    package let n: Int64
    package let device: Int64
    package let userID: String?
    package let state: DeliveryState
    package let encrypted: Bool
    package let errorCode: String?

    package init(
        n: Int64, device: Int64, userID: String?, state: DeliveryState, encrypted: Bool, errorCode: String? = nil
    ) {
        self.n = n
        self.device = device
        self.userID = userID
        self.state = state
        self.encrypted = encrypted
        self.errorCode = errorCode
    }
}
