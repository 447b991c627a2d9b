// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON

/// An answer of the notifications API, read.
struct PersonalAnswer {
    let status: Int
    let headers: HTTPHeaders
    /// The body; null when there is none.
    let body: JSONValue

    init(_ response: HTTPResponse) throws {
        status = response.status
        headers = response.headers
        body = response.body.isEmpty ? .null : try JSONReader.parse(response.body)
        let type = status < 400 ? "application/json" : "application/problem+json"
        if !response.body.isEmpty, headers["content-type"] != type { throw TestFailure("the type is not \(type)") }
    }

    subscript(_ name: String) -> JSONValue? { body[name] }

    /// The members that are not as expected: their names alone, for the body may hold what somebody wrote.
    func differences(from expected: JSONObject) -> [String] {
        guard let object = body.objectValue else { return ["body"] }
        let names = expected.map(\.key) + object.map(\.key).filter { expected[$0] == nil }
        return names.filter { object[$0] != expected[$0] }
    }

    func string(_ name: String) -> String? { body[name]?.stringValue }

    /// The status, and the code or the places of what is wrong: `400 notification.invalid`, `422 body.title`.
    var refusal: String {
        let places = (body["errors"]?.arrayValue ?? []).compactMap { $0["location"]?.stringValue }
        return ([String(status)] + (string("code").map { [$0] } ?? []) + places).joined(separator: " ")
    }
}

extension PersonalAnswer: CustomTestStringConvertible {
    /// What a report may show of it.
    var testDescription: String { refusal }
}
