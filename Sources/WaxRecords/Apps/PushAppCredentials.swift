// SPDX-License-Identifier: Apache-2.0
package import WaxProviders

/// What a push app sends with: one credential for each provider that it uses.
package struct PushAppCredentials: Sendable {
    package var apns: APNsCredential?
    package var fcm: FCMCredential?
    package var webPush: VAPIDCredential?
    /// Those that are stored and do not open: they stay as they are until others take their place.
    package var damaged: Set<Provider> = []

    package init(apns: APNsCredential? = nil, fcm: FCMCredential? = nil, webPush: VAPIDCredential? = nil) {
        self.apns = apns
        self.fcm = fcm
        self.webPush = webPush
    }
}
