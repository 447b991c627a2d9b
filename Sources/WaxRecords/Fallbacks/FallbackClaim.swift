// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// The right to send one fallback text until the lease ends; of two claims of one text only the later can record.
package struct FallbackClaim: Sendable {
    package let push: Int64
    package let epoch: Int64
    package let pushID: ULID
    /// Attempts that have ended.
    package let attempts: Int64
    /// Nil when the stored text cannot be read.
    package let text: FallbackText?
}
