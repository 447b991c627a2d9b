// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import WaxJSON

/// The members of a push app's `apns` object.
enum APNsMembers {
    static var all: JSONObject {
        [
            "team_id": "TEAM123456", "bundle_id": "com.example.app", "key_id": "KEY1234567",
            "private_key": .string(TestKeys.p8),
        ]
    }

    static let sandbox: JSONObject = [
        "sandbox_key_id": "SAND123456", "sandbox_private_key": .string(TestKeys.p8),
    ]
}
