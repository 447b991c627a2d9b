// SPDX-License-Identifier: Apache-2.0

/// A callback that is to be sent and that nobody else sends meanwhile.
package struct CallbackClaim: Sendable {
    package let receipt: Receipt
    /// Counts the claims: who has an older one may write nothing.
    package let epoch: Int64

    /// The attempts made before this one.
    package var attempts: Int64 { receipt.callback?.attempts ?? 0 }
}
