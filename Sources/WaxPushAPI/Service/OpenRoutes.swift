// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxOpenAPI

/// What anybody may ask: how the API looks, and whether it is there.
enum OpenRoutes {
    /// `/health`
    @Sendable
    static func health(_ service: PushService, _ request: HTTPRequest) async throws -> HTTPResponse {
        .json(Array(#"{"status":"ok"}"#.utf8))
    }

    /// `/openapi.yaml`
    @Sendable
    static func openAPI(_ service: PushService, _ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: HTTPHeaders([("Content-Type", "application/yaml")]), body: OpenAPIDocument.yaml)
    }
}
