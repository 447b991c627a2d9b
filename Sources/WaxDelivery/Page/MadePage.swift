// SPDX-License-Identifier: Apache-2.0

/// What came of an order: the page, or why there is none.
struct MadePage: Sendable {
    let push: Int64
    /// The claim under which it was ordered.
    let epoch: Int64
    let result: Result<DeliveryPage, any Error>
}
