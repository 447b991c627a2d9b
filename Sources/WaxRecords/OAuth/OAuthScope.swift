// SPDX-License-Identifier: Apache-2.0

/// What an OAuth client may ask for; each scope is one access to one resource.
package enum OAuthScope: String, CaseIterable, Sendable {
    case devices = "push:devices"
    case send = "push:send"
    case read = "push:read"
    case apps = "push:apps"

    package var requirement: Permissions.Requirement {
        switch self {
        case .devices: Permissions.Requirement(.devices, .write)
        case .send: Permissions.Requirement(.push, .write)
        case .read: Permissions.Requirement(.push, .read)
        case .apps: Permissions.Requirement(.apps, .write)
        }
    }
}
