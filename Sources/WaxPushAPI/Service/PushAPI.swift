// SPDX-License-Identifier: Apache-2.0
import WaxFields
package import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem

/// Answers the requests of the push API: finds the route, authenticates, checks the permission, and turns every refusal
/// into the API's error body.
package struct PushAPI: HTTPHandler {
    private let service: PushService
    private let router = PushRoute.all()

    package init(_ service: PushService) {
        self.service = service
    }

    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        let requestID = "req_" + service.newID(at: service.time.now()).text
        var response = await answer(request, requestID)
        response.headers.add("X-Request-Id", requestID)
        return response
    }

    package func refusal(_ reason: HTTPRefusal, head: HTTPRequestHead) -> HTTPResponse {
        let code: APIErrorCode =
            switch reason.status {
            case 408: .requestTimeout
            case 413, 414, 431: .requestTooLarge
            case 503: .serviceUnavailable
            default: .malformedRequest
            }
        let language = Language(acceptLanguage: head.headers["accept-language"])
        var response = APIError(code).response(in: language)
        response.headers.add("X-Request-Id", "req_" + service.newID(at: service.time.now()).text)
        return response
    }

    private func answer(_ request: HTTPRequest, _ requestID: String) async -> HTTPResponse {
        let language = Language(acceptLanguage: request.head.headers["accept-language"])
        do {
            return try await run(request)
        } catch let error as APIError {
            return error.response(in: language)
        } catch let error as FieldProblems {
            return APIError(error.problems).response(in: language)
        } catch let error as StoreError where error.code == .busy {
            return APIError(.serviceUnavailable, headers: [("Retry-After", "1")]).response(in: language)
        } catch {
            // The kind of the error alone: its text could carry what the caller sent.
            service.log(.error, "\(requestID): \(request.head.method) failed: \(Self.describe(error))")
            return APIError(.internalError).response(in: language)
        }
    }

    private func run(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch router.match(request.head.method, request.head.segments) {
        case .notFound:
            throw APIError(.notFound)
        case .methodNotAllowed(let allowed):
            throw APIError(.methodNotAllowed, headers: [("Allow", allowed.joined(separator: ", "))])
        case .found(let route, let parameters):
            let key = try authenticate(request)
            guard key.permissions.allows(route.access, to: route.resource) else {
                throw APIError(.permissionDenied) { _ in
                    ["required": .string("\(route.resource.rawValue):\(route.access.rawValue)")]
                }
            }
            let call = PushCall(request: request, parameters: parameters, key: key, now: service.time.now())
            return try await route.run(service, call)
        }
    }

    private func authenticate(_ request: HTTPRequest) throws -> APIKey {
        let refusal = APIError(.unauthenticated, headers: [("WWW-Authenticate", "Bearer")])
        let parts = (request.head.headers["authorization"] ?? "").split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer", let secret = APIKeySecret(String(parts[1])) else {
            throw refusal
        }
        guard let key = try service.database.read({ try APIKeyTable($0, service.vault).find(secret) }) else {
            throw refusal
        }
        return key
    }

    private static func describe(_ error: any Error) -> String {
        switch error {
        case let error as StoreError: error.description
        case let error as RecordError: error.description
        default: "\(type(of: error))"
        }
    }
}
