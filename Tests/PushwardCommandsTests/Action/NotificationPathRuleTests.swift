// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PushwardCommands

@Suite struct NotificationPathRuleTests {
    @Test(arguments: [
        "/notifications", "notifications", "/notifications/", "/notifications/scheduled", "/Notifications",
        "/NOTIFICATIONS/scheduled?x=1", "//notifications", "/./notifications", "/a/../notifications",
        "/%6Eotifications",
        "/%256eotifications", "/a/%2e%2e/notifications", "/notifications?x", "/notifications#x", "\\notifications",
        "/%2Fnotifications", "/../notifications",
    ])
    func readableNotificationsAreFound(path: String) {
        #expect(NotificationPathRule.includes(path))
    }

    @Test(arguments: [
        "/", "", "/auth/me", "/notification", "/notificationsx", "/x/notifications", "/notifications/../auth/me",
        "/auth/me?path=/notifications", "/%zz", "/%",
    ])
    func otherPathsAreLeftAlone(path: String) {
        #expect(!NotificationPathRule.includes(path))
    }
}
