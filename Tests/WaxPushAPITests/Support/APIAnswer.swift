// SPDX-License-Identifier: Apache-2.0
import TestSupport
import WaxHTTP
import WaxJSON

/// An answer of the API, read.
struct APIAnswer {
    let status: Int
    let headers: HTTPHeaders
    /// The body; null when there is none.
    let body: JSONValue
    let bytes: [UInt8]

    init(_ response: HTTPResponse) throws {
        status = response.status
        headers = response.headers
        bytes = response.body
        body = bytes.isEmpty ? .null : try JSONReader.parse(bytes)
        if !bytes.isEmpty, headers["content-type"] != "application/json" { throw TestFailure("the body is not JSON") }
    }

    subscript(_ name: String) -> JSONValue? { body[name] }

    func string(_ name: String) -> String? { body[name]?.stringValue }

    /// The code of an error.
    var code: String? { string("code") }

    var details: JSONValue { body["details"] ?? .null }

    /// What is wrong with the request's fields, each as `field code`.
    var problems: [String] {
        (details["errors"]?.arrayValue ?? []).map {
            "\($0["field"]?.stringValue ?? "") \($0["code"]?.stringValue ?? "")"
        }
    }

    /// The elements of a list.
    var elements: [JSONValue] { body["data"]?.arrayValue ?? [] }

    /// The identifiers of a list's elements.
    var ids: [String] { elements.compactMap { $0["id"]?.stringValue } }

    /// The status and the code of an error, such as `422 VALIDATION_ERROR`.
    var refusal: String { "\(status) \(code ?? "")" }

    /// The identifier of the object that an answer with this status shows.
    func id(_ status: Int) throws -> String {
        guard self.status == status, let id = string("id") else {
            throw TestFailure("\(refusal) instead of \(status)")
        }
        return id
    }
}
