// SPDX-License-Identifier: Apache-2.0

/// What requests wait for.
package enum Awaited: Hashable, Sendable {
    /// The end of a push, by its number.
    case push(Int64)
    /// The answer to a notification, by its identifier.
    case answer(Int64)
    /// The end of a receipt, by its notification's identifier.
    case receipt(Int64)
}
