// SPDX-License-Identifier: Apache-2.0

/// The description of the whole API, `docs/openapi.yaml`, as part of the program.
package enum OpenAPIDocument {
    /// The text of the document, UTF-8.
    package static let yaml = PackageResources.openapi_yaml
}
