// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON
import WaxProviders

@Suite struct FCMReservedKeysTests {
    @Test(
        arguments: [
            "from", "message_type", "collapse_key", "hk", "google", "google.c.a", "googlefoo", "gcm",
            "gcm.notification.title", "gcmx",
        ]) func reserved(key: String)
    {
        #expect(FCMReservedKeys.check([key: "x"]) == [key])
    }

    @Test(arguments: ["From", "from_", "message", "xgoogle", "Google", "order", "", "hk2"]) func free(key: String) {
        #expect(FCMReservedKeys.check([key: "x"]).isEmpty)
    }

    @Test func allAreListedInOrder() {
        #expect(FCMReservedKeys.check(["b": 1, "gcm": 2, "from": 3]) == ["gcm", "from"])
    }
}
