// SPDX-License-Identifier: Apache-2.0

/// The descriptions of the two APIs in `docs`, as part of the program; UTF-8.
package enum OpenAPIDocument {
    /// The push service, `openapi.yaml`.
    package static let yaml = PackageResources.openapi_yaml
    /// Personal notifications, `openapi-notifications.yaml`.
    package static let notifications = PackageResources.openapi_notifications_yaml
}
