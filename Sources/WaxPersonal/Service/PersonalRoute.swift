// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxRecords

/// What one route needs and does.
package enum PersonalRoute: Sendable {
    package typealias OpenRun = @Sendable (PersonalService, HTTPRequest) async throws -> HTTPResponse
    package typealias Run = @Sendable (PersonalService, PersonalCall) async throws -> HTTPResponse

    /// Anybody may call it.
    case open(OpenRun)
    /// Every key, and the account's own token.
    case known(Run)
    /// Keys with this level, and the account's own token.
    case permitted(IntegrationKey.NotificationLevel, Run)
    /// The account's own token alone.
    case app(Run)

    /// The first parts of the paths that belong to this API, routes or not.
    package static let roots: Set<String> = [
        "activities", "auth", "devices", "e2e", "emails", "integrations", "notifications",
        "openapi-notifications.yaml", "organizations", "widgets",
    ]

    /// All routes of the notifications API.
    package static func all() -> Router<PersonalRoute> {
        var router = Router<PersonalRoute>()
        router.add("GET", "/health", .open(OpenPersonalRoutes.health))
        router.add("GET", "/e2e/vectors-v1.json", .open(OpenPersonalRoutes.vectors))
        router.add("GET", "/openapi-notifications.yaml", .open(OpenPersonalRoutes.description))
        router.add("GET", "/auth/me", .known(AccountRoutes.me))
        router.add("POST", "/notifications", .permitted(.send, NotificationRoutes.create))
        router.add("GET", "/notifications", .app(InboxRoutes.list))
        router.add("GET", "/notifications/answers/{id}", .permitted(.send, AnswerRoutes.read))
        router.add("POST", "/notifications/answers/{id}", .app(AnswerRoutes.record))
        router.add("GET", "/notifications/receipts/{id}", .permitted(.send, ReceiptRoutes.read))
        router.add("POST", "/notifications/receipts/cancel", .permitted(.send, ReceiptRoutes.cancelByTag))
        router.add("POST", "/notifications/receipts/{id}/cancel", .permitted(.send, ReceiptRoutes.cancel))
        router.add("POST", "/notifications/scheduled", .permitted(.schedule, ScheduleRoutes.create))
        router.add("GET", "/notifications/scheduled", .permitted(.schedule, ScheduleRoutes.list))
        router.add("GET", "/notifications/scheduled/{id}", .permitted(.schedule, ScheduleRoutes.read))
        router.add("DELETE", "/notifications/scheduled/{id}", .permitted(.schedule, ScheduleRoutes.delete))
        router.add("PUT", "/devices", .app(PersonalDeviceRoutes.register))
        router.add("GET", "/devices", .app(PersonalDeviceRoutes.list))
        router.add("GET", "/devices/{id}", .app(PersonalDeviceRoutes.read))
        router.add("DELETE", "/devices/{id}", .app(PersonalDeviceRoutes.delete))
        return router
    }
}
