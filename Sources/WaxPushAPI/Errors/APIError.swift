// SPDX-License-Identifier: Apache-2.0
package import WaxFields
package import WaxHTTP
package import WaxJSON

/// A refusal as the caller gets it.
package struct APIError: Error, Sendable {
    package let code: APIErrorCode
    package let message: LocalizedText
    package let details: @Sendable (Language) -> JSONObject
    package let headers: [(String, String)]

    package init(
        _ code: APIErrorCode, _ message: LocalizedText? = nil, headers: [(String, String)] = [],
        details: @escaping @Sendable (Language) -> JSONObject = { _ in [:] }
    ) {
        self.code = code
        self.message = message ?? code.message
        self.headers = headers
        self.details = details
    }

    /// All problems of a request's fields at once.
    package init(_ problems: [FieldProblem]) {
        self.init(.validationError) { language in
            ["errors": .array(problems.map { .object($0.json(in: language)) })]
        }
    }

    /// An object named in `field` does not exist for this caller.
    package static func notFound(field: String) -> APIError {
        APIError(.notFound) { _ in ["field": .string(field)] }
    }

    /// Nobody is known by what the request carries; the same for whatever is wrong with it.
    package static let unauthenticated = APIError(.unauthenticated, headers: [("WWW-Authenticate", "Bearer")])

    /// The caller lacks a permission, such as `push_devices:w`.
    package static func permissionDenied(_ required: String) -> APIError {
        APIError(.permissionDenied) { _ in ["required": .string(required)] }
    }

    package func response(in language: Language) -> HTTPResponse {
        let body: JSONObject = [
            "code": .string(code.rawValue), "message": .string(message.text(in: language)),
            "messageEn": .string(message.english), "messageFr": .string(message.french),
            "statusCode": .number(JSONNumber(code.status)), "details": .object(details(language)),
        ]
        var response = HTTPResponse.json(JSONValue.object(body).compact, status: code.status)
        for (name, value) in headers { response.headers.add(name, value) }
        return response
    }
}
