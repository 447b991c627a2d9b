// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxOpenAPI
import WaxVectors

/// What anybody may ask.
enum OpenPersonalRoutes {
    /// `/health`
    @Sendable
    static func health(_ service: PersonalService, _ request: HTTPRequest) async throws -> HTTPResponse {
        .json(Array(#"{"status":"ok"}"#.utf8))
    }

    /// `/e2e/vectors-v1.json`
    @Sendable
    static func vectors(_ service: PersonalService, _ request: HTTPRequest) async throws -> HTTPResponse {
        .json(PublishedVectors.pw1)
    }

    /// `/openapi-notifications.yaml`
    @Sendable
    static func description(_ service: PersonalService, _ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: HTTPHeaders([("Content-Type", "application/yaml")]),
            body: OpenAPIDocument.notifications)
    }
}
