// SPDX-License-Identifier: Apache-2.0
import WaxFields
package import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem

/// Answers the requests of the notifications API: finds the route, counts, authenticates, checks the level, and turns
/// every refusal into problem details.
package struct PersonalAPI: HTTPHandler {
    private let service: PersonalService
    private let authenticator: PersonalAuthenticator
    private let router = PersonalRoute.all()

    package init(_ service: PersonalService) {
        self.service = service
        authenticator = PersonalAuthenticator(database: service.database, vault: service.vault)
    }

    /// Whether a request is for this API: its bearer token says so, or without one that either API knows, its path.
    package static func answers(_ head: HTTPRequestHead) -> Bool {
        if let token = head.bearerToken {
            if IntegrationSecret.hasMark(token) || AccountToken.hasMark(token) { return true }
            if APIKeySecret.hasMark(token) || OAuthAccessToken.hasMark(token) { return false }
        }
        return head.segments.first.map { root in
            PersonalRoute.roots.contains { $0.utf8.elementsEqual(root.utf8) }
        } ?? false
    }

    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        let requestID = newRequestID()
        let language = Language(acceptLanguage: request.head.headers["accept-language"])
        var response: HTTPResponse
        do {
            response = try await run(request)
        } catch {
            response = problem(of: error, request.head.method, requestID).response(in: language, requestID: requestID)
        }
        response.headers.add("X-Request-Id", requestID)
        return response
    }

    package func refusal(_ reason: HTTPRefusal, head: HTTPRequestHead) -> HTTPResponse {
        let problem: Problem =
            switch reason {
            case .stopping: Problem(.unavailable, retryAfter: 1)
            case .bodyTooLarge(let limit):
                Problem(
                    status: reason.status,
                    LocalizedText(
                        "the body is longer than \(limit) bytes", "le corps compte plus de \(limit) octets"))
            default:
                Problem(
                    status: reason.status,
                    LocalizedText("the request cannot be read", "la requête ne peut pas être lue"))
            }
        let requestID = newRequestID()
        var response = problem.response(
            in: Language(acceptLanguage: head.headers["accept-language"]), requestID: requestID)
        response.headers.add("X-Request-Id", requestID)
        return response
    }

    private func newRequestID() -> String { service.newID(at: service.time.now()).text(after: "req_") }

    private func run(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch router.match(request.head.method, request.head.segments) {
        case .notFound:
            throw Problem(status: 404, LocalizedText("there is no such route", "cette route n'existe pas"))
        case .methodNotAllowed(let allowed):
            throw Problem(
                status: 405, LocalizedText("the route has no such method", "la route n'a pas cette méthode"),
                headers: [("Allow", allowed.joined(separator: ", "))])
        case .found(.open(let run), _): return try await run(service, request)
        case .found(.known(let run), let parameters):
            return try await run(service, call(request, parameters) { _ throws(Problem) in })
        case .found(.permitted(let level, let run), let parameters):
            return try await run(
                service, call(request, parameters) { caller throws(Problem) in try caller.require(level) })
        case .found(.app(let run), let parameters):
            return try await run(
                service, call(request, parameters) { caller throws(Problem) in try caller.requireApp() })
        }
    }

    private func call(
        _ request: HTTPRequest, _ parameters: PathParameters, _ check: (PersonalCaller) throws(Problem) -> Void
    ) throws -> PersonalCall {
        try service.count(request.head.remoteAddress)
        let now = service.time.now()
        let caller = try authenticator.caller(of: request.head, now: now)
        try check(caller)
        return PersonalCall(request: request, parameters: parameters, caller: caller, now: now)
    }

    private func problem(of error: any Error, _ method: String, _ requestID: String) -> Problem {
        switch error {
        case let error as Problem: return error
        case let error as FieldProblems: return Problem(error)
        case let error as StoreError where error.isOfTheStore:
            service.log(.warning, "\(requestID): \(method) could not be carried out: \(LoggableError(error))")
            return Problem(.unavailable, retryAfter: 1)
        default:
            service.log(.error, "\(requestID): \(method) failed: \(LoggableError(error))")
            return Problem(
                status: 500, LocalizedText("failed to carry out the request", "la requête n'a pas pu être exécutée"))
        }
    }
}
