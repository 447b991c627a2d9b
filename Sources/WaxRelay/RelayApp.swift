// SPDX-License-Identifier: Apache-2.0
import WaxProviders

/// An app whose devices a relay wakes.
struct RelayApp: Sendable {
    var apns: APNsCredential?
    var fcm: FCMCredential?
    var webPush: VAPIDCredential?
    /// What an iPhone shows for a visible wake until the app has looked.
    var alertText = "New activity"
}
