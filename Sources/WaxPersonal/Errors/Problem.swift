// SPDX-License-Identifier: Apache-2.0
package import WaxFields
package import WaxHTTP
package import WaxJSON

/// A refusal as the caller gets it: problem details (RFC 9457).
///
/// `detail` and the messages of `errors` are in the language that the request asks for, English or French.
package struct Problem: Error, Sendable {
    /// One thing that is wrong with the request, and where.
    package struct Entry: Sendable {
        /// Such as `body.title` or `query.limit`.
        package let location: String
        package let message: LocalizedText

        package init(_ location: String, _ message: LocalizedText) {
            self.location = location
            self.message = message
        }
    }

    package let status: Int
    /// What programs go by; nil where the status says it all.
    package let code: ProblemCode?
    package let detail: LocalizedText
    package let entries: [Entry]
    /// Seconds after which another try makes sense.
    package let retryAfter: Int?
    package let headers: [(String, String)]
    /// Members that only this kind has.
    package let members: JSONObject

    /// A problem that has a code.
    package init(
        _ code: ProblemCode, _ detail: LocalizedText? = nil, retryAfter: Int? = nil,
        headers: [(String, String)] = [], members: JSONObject = [:]
    ) {
        status = code.status
        self.code = code
        self.detail = detail ?? code.detail
        entries = []
        self.retryAfter = retryAfter
        self.headers = headers
        self.members = members
    }

    /// A problem without a code.
    package init(
        status: Int, _ detail: LocalizedText, _ entries: [Entry] = [], headers: [(String, String)] = []
    ) {
        self.status = status
        code = nil
        self.detail = detail
        self.entries = entries
        retryAfter = nil
        self.headers = headers
        members = [:]
    }

    /// What does not follow the schema, in the body or in another part of the request.
    package init(_ problems: FieldProblems, in part: String = "body") {
        self.init(
            status: 422, Self.validationFailed,
            problems.problems.map { problem in
                let rule = problem.rule.message
                return Entry(
                    "\(part).\(problem.field)",
                    LocalizedText("\(problem.field) \(rule.english)", "\(problem.field) \(rule.french)"))
            })
    }

    package func response(in language: Language, requestID: String) -> HTTPResponse {
        var body: JSONObject = [
            "type": "about:blank", "title": .string(Self.title(status)), "status": .number(JSONNumber(status)),
            "detail": .string(detail.text(in: language)), "instance": .string("/requests/\(requestID)"),
        ]
        body["code"] = code.map { .string($0.rawValue) }
        if !entries.isEmpty {
            body["errors"] = .array(
                entries.map {
                    ["message": .string($0.message.text(in: language)), "location": .string($0.location)]
                })
        }
        body["retry_after_ms"] = retryAfter.map { .number(JSONNumber($0 * 1000)) }
        for (name, value) in members { body[name] = value }
        var response = HTTPResponse.json(JSONValue.object(body).compact, status: status)
        response.headers = HTTPHeaders([("Content-Type", "application/problem+json")])
        if let retryAfter { response.headers.add("Retry-After", String(retryAfter)) }
        for (name, value) in headers { response.headers.add(name, value) }
        return response
    }

    private static let validationFailed = LocalizedText("validation failed", "la validation a échoué")

    /// The reason phrases of RFC 9110 section 15, as `about:blank` asks for.
    private static func title(_ status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        default: status < 500 ? "Bad Request" : "Internal Server Error"
        }
    }
}
