// SPDX-License-Identifier: Apache-2.0
import WaxFields
package import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem

/// Answers the requests of the push API: finds the route, authenticates, counts, checks the permission, and turns every
/// refusal into the API's error body.
package struct PushAPI: HTTPHandler {
    private let service: PushService
    private let authenticator: Authenticator
    private let router = PushRoute.all()

    package init(_ service: PushService) {
        self.service = service
        authenticator = Authenticator(database: service.database, vault: service.vault, usage: service.usage)
    }

    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        let requestID = service.newID(at: service.time.now()).text(after: "req_")
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
        response.headers.add("X-Request-Id", service.newID(at: service.time.now()).text(after: "req_"))
        return response
    }

    private func answer(_ request: HTTPRequest, _ requestID: String) async -> HTTPResponse {
        let language = Language(acceptLanguage: request.head.headers["accept-language"])
        var decision: RateDecision?
        var response: HTTPResponse
        do {
            response = try await run(request, counted: &decision)
        } catch let error as APIError {
            response = error.response(in: language)
        } catch let error as FieldProblems {
            response = APIError(error.problems).response(in: language)
        } catch let error as StoreError where error.isOfTheStore {
            service.log(.warning, "\(requestID): \(request.head.method) could not be carried out: \(error)")
            response = APIError(.serviceUnavailable, headers: [("Retry-After", "1")]).response(in: language)
        } catch {
            // The kind of the error alone: its text could carry what the caller sent.
            service.log(.error, "\(requestID): \(request.head.method) failed: \(LoggableError(error))")
            response = APIError(.internalError).response(in: language)
        }
        decision?.addHeaders(to: &response)
        return response
    }

    private func run(_ request: HTTPRequest, counted decision: inout RateDecision?) async throws -> HTTPResponse {
        switch router.match(request.head.method, request.head.segments) {
        case .notFound:
            throw APIError(.notFound)
        case .methodNotAllowed(let allowed):
            throw APIError(.methodNotAllowed, headers: [("Allow", allowed.joined(separator: ", "))])
        case .found(.open(let run), _):
            return try await run(service, request)
        case .found(.permitted(let requirement, let rateClass, let run), let parameters):
            let now = service.time.now()
            let caller = try authenticator.caller(of: request.head, now: now)
            decision = service.count(caller.identity, rateClass)
            if let decision, !decision.isAllowed { throw decision.refusal }
            try caller.require(requirement)
            let call = PushCall(request: request, parameters: parameters, caller: caller, now: now)
            return try await run(service, call)
        }
    }
}
