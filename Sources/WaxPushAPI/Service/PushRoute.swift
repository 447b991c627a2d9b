// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxRecords

/// What one route needs and does.
package struct PushRoute: Sendable {
    package let resource: Permissions.Resource
    package let access: Permissions.Access
    package let run: @Sendable (PushService, PushCall) async throws -> HTTPResponse

    /// All routes of the push API.
    package static func all() -> Router<PushRoute> {
        var router = Router<PushRoute>()
        func add(
            _ method: String, _ pattern: String, _ resource: Permissions.Resource, _ access: Permissions.Access,
            _ run: @escaping @Sendable (PushService, PushCall) async throws -> HTTPResponse
        ) {
            router.add(method, pattern, PushRoute(resource: resource, access: access, run: run))
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
        add("POST", "/v1/push", .push, .write, PushRoutes.create)
        add("GET", "/v1/push", .push, .read, PushRoutes.list)
        add("POST", "/v1/push/validate", .push, .write, PushRoutes.validate)
        add("GET", "/v1/push/{id}", .push, .read, PushRoutes.read)
        add("PATCH", "/v1/push/{id}", .push, .write, PushRoutes.reschedule)
        add("DELETE", "/v1/push/{id}", .push, .write, PushRoutes.cancel)
        add("GET", "/v1/push/{id}/deliveries", .push, .read, DeliveryRoutes.list)
        add("GET", "/v1/push/{id}/deliveries/{delivery_id}", .push, .read, DeliveryRoutes.read)
        return router
    }
}
