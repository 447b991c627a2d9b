// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// The names that the user's data must not have in a plain push to Android.
package enum FCMReservedKeys {
    /// The reserved keys of `data`, in its order.
    ///
    /// Google refuses `from`, `message_type` and what begins with `google` or `gcm`, and overwrites `collapse_key`
    /// (firebase.google.com/docs/cloud-messaging/concept-options); the app takes a message with `hk` for a sealed one.
    package static func check(_ data: JSONObject) -> [String] {
        data.keys.filter(isReserved)
    }

    private static func isReserved(_ key: String) -> Bool {
        names.contains { key.utf8.elementsEqual($0.utf8) } || prefixes.contains { key.utf8.starts(with: $0.utf8) }
    }

    private static let names = ["from", "message_type", "collapse_key", FCMPayload.envelopeKey]
    private static let prefixes = ["google", "gcm"]
}
