// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxRecords

/// What one route needs and does.
package enum PushRoute: Sendable {
    package typealias OpenRun = @Sendable (PushService, HTTPRequest) async throws -> HTTPResponse
    package typealias Run = @Sendable (PushService, PushCall) async throws -> HTTPResponse

    /// Anybody may call it, or it finds out itself who does.
    case open(OpenRun)
    /// Only callers that have a permission, and no more often than the class allows.
    case permitted(Permissions.Requirement, RateClass, Run)

    /// All routes of the push API.
    package static func all() -> Router<PushRoute> {
        var router = Router<PushRoute>()
        func add(
            _ method: String, _ pattern: String, _ resource: Permissions.Resource, _ access: Permissions.Access,
            rate: RateClass? = nil, _ run: @escaping Run
        ) {
            let rateClass = rate ?? (access == .read ? .reads : .registrations)
            router.add(method, pattern, .permitted(Permissions.Requirement(resource, access), rateClass, run))
        }
        add("POST", "/v1/push/apps", .apps, .write, AppRoutes.create)
        add("GET", "/v1/push/apps", .apps, .read, AppRoutes.list)
        add("GET", "/v1/push/apps/{id}", .apps, .read, AppRoutes.read)
        add("PATCH", "/v1/push/apps/{id}", .apps, .write, AppRoutes.update)
        add("DELETE", "/v1/push/apps/{id}", .apps, .write, AppRoutes.delete)
        add("PUT", "/v1/push/devices", .devices, .write, DeviceRoutes.register)
        add("GET", "/v1/push/devices", .devices, .read, DeviceRoutes.list)
        add("GET", "/v1/push/devices/{id}", .devices, .read, DeviceRoutes.read)
        add("DELETE", "/v1/push/devices/{id}", .devices, .write, DeviceRoutes.delete)
        add("POST", "/v1/push", .push, .write, rate: .sends, PushRoutes.create)
        add("GET", "/v1/push", .push, .read, PushRoutes.list)
        add("POST", "/v1/push/validate", .push, .write, rate: .sends, PushRoutes.validate)
        add("GET", "/v1/push/{id}", .push, .read, PushRoutes.read)
        add("PATCH", "/v1/push/{id}", .push, .write, PushRoutes.reschedule)
        add("DELETE", "/v1/push/{id}", .push, .write, PushRoutes.cancel)
        add("GET", "/v1/push/{id}/deliveries", .push, .read, DeliveryRoutes.list)
        add("GET", "/v1/push/{id}/deliveries/{delivery_id}", .push, .read, DeliveryRoutes.read)
        add("POST", "/v1/api-keys", .apiKeys, .write, KeyRoutes.create)
        add("GET", "/v1/api-keys", .apiKeys, .read, KeyRoutes.list)
        add("PATCH", "/v1/api-keys/{id}", .apiKeys, .write, KeyRoutes.update)
        add("DELETE", "/v1/api-keys/{id}", .apiKeys, .write, KeyRoutes.revoke)
        add("POST", "/v1/oauth/clients", .apiKeys, .write, OAuthClientRoutes.create)
        add("GET", "/v1/oauth/clients", .apiKeys, .read, OAuthClientRoutes.list)
        add("DELETE", "/v1/oauth/clients/{id}", .apiKeys, .write, OAuthClientRoutes.revoke)
        for route in WebhookRoutes.all { add(route.method, route.pattern, .webhooks, route.access, route.run) }
        router.add("POST", "/v1/oauth/token", .open(OAuthTokenRoute.issue))
        router.add("GET", "/health", .open(OpenRoutes.health))
        router.add("GET", "/openapi.yaml", .open(OpenRoutes.openAPI))
        return router
    }
}
