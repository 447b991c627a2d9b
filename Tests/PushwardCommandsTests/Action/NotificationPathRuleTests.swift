// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PushwardCommands

@Suite struct NotificationPathRuleTests {
    @Test(arguments: [
        "/notifications", "notifications", "/notifications/", "/notifications/scheduled", "/Notifications",
        "/NOTIFICATIONS/scheduled?x=1", "//notifications", "/./notifications", "/a/../notifications",
        "/%6Eotifications",
        "/%256eotifications", "/a/%2e%2e/notifications", "/notifications?x", "/notifications#x", "\\notifications",
        "/%2Fnotifications", "/../notifications", "/notifications%3fx", "/notifications;a=b",
        "/notifications/../auth/me",
        "/notifications/%CC%81/../scheduled", "/notifications/%E2%83%A3/../scheduled",
        "/notifications/%2e%2e%2fx/../scheduled", "/notifications/x%2F..%2F..%2Fy/../scheduled",
        "/notifications/..%2f..%2f/../scheduled", "/notifications/..%5c..%5cx/../scheduled", "/x/%2E./notifications",
        "/x/%252e%252e/a/notifications", "/%CC%81/../notifications", "/notifications/%CC%81", "/x/../a/NOTIFICATIONS/y",
    ])
    func readableNotificationsAreFound(path: String) {
        #expect(NotificationPathRule.includes(path))
    }

    @Test(arguments: [
        "/", "", "/auth/me", "/notification", "/notificationsx", "/x/notifications", "/a/../notification",
        "/auth/me?path=/../notifications", "/%zz", "/%", "/.../notifications", "/%+1notifications",
        "/\u{301}/notifications",
    ])
    func otherPathsAreLeftAlone(path: String) {
        #expect(!NotificationPathRule.includes(path))
    }
}
