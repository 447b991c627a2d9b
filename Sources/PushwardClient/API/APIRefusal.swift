// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
import WaxJSON
package import WaxSystem

/// An answer that is no success, as its problem details (RFC 9457) say.
package struct APIRefusal: Hashable, Sendable {
    /// What is wrong with one field of the request.
    package struct Field: Hashable, Sendable {
        /// Where in the request, such as `body.title`; empty when the server does not say.
        package let location: String
        /// What is wrong.
        package let message: String
        /// The value that the server got, as JSON; nil when it does not say.
        package let value: String?
    }

    /// How much of an allowance is used.
    package struct Quota: Hashable, Sendable {
        /// What is counted, such as `notifications`.
        package let kind: String
        /// How much of it is used, a number as it was written.
        package let used: String
        /// How much there is, a number as it was written.
        package let limit: String
        /// When counting begins anew; nil when the server does not say.
        package let resetAt: String?
    }

    /// The method of the call.
    package let method: String
    /// The path of the call, without its query.
    package let path: String
    /// The status of the answer.
    package let status: Int
    /// The stable name of the error; nil when the server gives none.
    package let code: String?
    /// What the server says, or else the meaning of the status.
    package let detail: String
    /// What the server says about single fields.
    package let fields: [Field]
    /// The allowance that is used up, if that is why.
    package let quota: Quota?
    /// How long the server asks to wait, from the header or else from the body.
    package let retryAfter: Duration?

    /// Reads an answer; `now` is what a date in `Retry-After` counts from.
    package init(method: String, path: String, status: Int, headers: HTTPHeaders, body: [UInt8], now: Timestamp) {
        let problem = (try? JSONReader.parse(body))?.objectValue ?? [:]
        func text(_ key: String) -> String? {
            problem[key]?.stringValue.flatMap { $0.isEmpty ? nil : $0.printable }
        }
        self.method = method
        self.path = path
        self.status = status
        code = text("code")
        detail = text("detail") ?? text("title") ?? Self.meaning(of: status)
        fields = (problem["errors"]?.arrayValue ?? []).compactMap { error in
            guard let message = error["message"]?.stringValue else { return nil }
            return Field(
                location: error["location"]?.stringValue?.printable ?? "", message: message.printable,
                value: error["value"].map { String(decoding: $0.compact, as: UTF8.self).printable })
        }
        quota = Self.quota(problem)
        retryAfter =
            headers["Retry-After"].flatMap { RetryAfter.parse($0, now: now) }
            ?? problem["retry_after_ms"]?.int64Value.map { .milliseconds(max($0, 0)) }
    }

    private static func quota(_ problem: JSONObject) -> Quota? {
        guard let kind = problem["kind"]?.stringValue, let used = problem["used"]?.numberValue,
            let limit = problem["limit"]?.numberValue
        else { return nil }
        return Quota(
            kind: kind.printable, used: used.text, limit: limit.text,
            resetAt: problem["reset_at"]?.stringValue?.printable)
    }

    private static func meaning(of status: Int) -> String {
        switch status {
        case 300..<400: "the server sends elsewhere, and redirects are not followed"
        case 400: "bad request"
        case 401: "the API key is not valid"
        case 403: "not allowed"
        case 404: "not found"
        case 405: "method not allowed"
        case 409: "conflict"
        case 413: "the request is too large"
        case 422: "the request is not valid"
        case 429: "too many requests"
        case 500: "internal error"
        case 502: "bad gateway"
        case 503: "service unavailable"
        case 504: "gateway timeout"
        default: "unexpected status"
        }
    }
}

extension APIRefusal: CustomStringConvertible {
    /// `METHOD /path: STATUS code: detail`, the quota, and a line for each field with the value that the server got.
    package var description: String { text(withValues: true) }

    /// As `description`, or without the values that a server repeats: they may be long, or private.
    package func text(withValues: Bool) -> String {
        var text = "\(method) \(path): \(status)" + (code.map { " \($0)" } ?? "") + ": \(detail)"
        if let quota {
            text += " (\(quota.kind) \(quota.used)/\(quota.limit)"
            text += (quota.resetAt.map { ", resets \($0)" } ?? "") + ")"
        }
        for field in fields {
            text += "\n  " + (field.location.isEmpty ? "" : "\(field.location): ") + field.message
            if withValues { text += field.value.map { " (got \($0))" } ?? "" }
        }
        return text
    }
}
