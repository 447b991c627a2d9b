// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxOpenAPI

/// What describes the API itself.
enum DocumentRoutes {
    /// `/openapi.yaml`
    @Sendable
    static func openAPI(_ service: PushService, _ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: HTTPHeaders([("Content-Type", "application/yaml")]), body: OpenAPIDocument.yaml)
    }
}
