// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// One push app: whose devices it reaches, and how its pushes look sealed.
package struct PushApp: Sendable {
    package let seq: Int64
    package let id: ULID
    package let owner: Owner
    package let createdAt: Timestamp
    package let updatedAt: Timestamp
    package let settings: PushAppSettings
    /// The protected credentials; `PushAppTable.credentials(of:_:)` opens them, which takes a millisecond.
    package let protectedAPNs: [UInt8]?
    package let protectedFCM: [UInt8]?
    package let protectedWebPush: [UInt8]?
}
