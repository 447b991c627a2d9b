// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxRecords

/// Which permission opens which route, by the table in `docs/openapi.yaml`.
@Suite struct PermissionTests {
    private static let resources = ["push", "push_devices", "push_apps", "webhooks", "api_keys"]
    private static let everything = resources.flatMap { ["\($0):r", "\($0):w"] }

    @Test func eachRouteNeedsItsOwnPermissionAndNoOther() async throws {
        let harness = try AccessHarness()
        var keys: [String: String] = [:]
        var keysOfTheRest: [String: String] = [:]
        for permission in Self.everything {
            keys[permission] = try await harness.makeKey(granting: permission)
            let (resource, access) = (permission.dropLast(2), permission.suffix(1))
            let rest = Self.resources.map { "\($0):" + ($0 == resource ? (access == "r" ? "w" : "r") : "rw") }
            keysOfTheRest[permission] = try await harness.makeKey(granting: rest.joined(separator: " "))
        }
        var checked = 0
        for operation in try APIDescription().operations {
            let target = operation.path.split(separator: "/").map { $0.hasPrefix("{") ? "x" : $0 }
            let path = "/" + target.joined(separator: "/")
            guard let permission = operation.permission else {
                let answer = try await harness.call(operation.method, path)
                #expect(answer.status != 403)
                continue
            }
            #expect(Self.everything.contains(permission))
            #expect(try await harness.call(operation.method, path).status == 401)
            let allowed = try await harness.call(operation.method, path, key: keys[permission])
            #expect(![401, 403, 405, 500].contains(allowed.status), "\(operation)")
            let refused = try await harness.call(operation.method, path, key: keysOfTheRest[permission])
            #expect(refused.status == 403, "\(operation)")
            #expect(refused.code == "PERMISSION_DENIED")
            #expect(refused.required == permission)
            checked += 1
        }
        #expect(checked > 15)
    }

    /// What a set of permissions opens: `w` does not include `r`, and a resource that is not named follows the default.
    @Test(
        arguments: [
            ([:], false, "GET", true), ([:], false, "PUT", true), ([:], true, "GET", false), ([:], true, "PUT", false),
            ([.devices: [.read]], true, "GET", true), ([.devices: [.read]], true, "PUT", false),
            ([.devices: [.write]], true, "GET", false), ([.devices: [.write]], true, "PUT", true),
            ([.devices: [.read, .write]], true, "GET", true), ([.devices: []], false, "GET", false),
            ([.devices: [.write]], false, "GET", false), ([.push: [.read, .write]], true, "GET", false),
            ([.push: []], false, "PUT", true),
        ] as [([Permissions.Resource: Set<Permissions.Access>], Bool, String, Bool)])
    func matrix(
        granted: [Permissions.Resource: Set<Permissions.Access>], defaultDeny: Bool, method: String, isAllowed: Bool
    ) async throws {
        let harness = try AccessHarness()
        let key = try await harness.makeKey(Permissions(granted: granted, defaultDeny: defaultDeny))
        let answer = try await harness.call(method, "/v1/push/devices", key: key)
        #expect((answer.status != 403) == isAllowed)
        if !isAllowed { #expect(answer.required == (method == "GET" ? "push_devices:r" : "push_devices:w")) }
    }
}
