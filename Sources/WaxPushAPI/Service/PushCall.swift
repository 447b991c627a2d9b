// SPDX-License-Identifier: Apache-2.0
import WaxFields
package import WaxHTTP
import WaxJSON
package import WaxRecords
package import WaxSystem

/// One authenticated request on its way through a route.
package struct PushCall: Sendable {
    package let request: HTTPRequest
    package let parameters: PathParameters
    package let caller: Caller
    package let now: Timestamp

    package var owner: Owner { caller.owner }

    /// The body as an object.
    func body() throws -> JSONObject {
        guard let type = request.head.headers["content-type"], Self.isJSON(type) else {
            throw APIError(.unsupportedMediaType)
        }
        let value: JSONValue
        do {
            value = try JSONReader.parse(request.body)
        } catch {
            throw APIError(.invalidJSON) { _ in
                [
                    "reason": .string(error.reason.rawValue), "line": .number(JSONNumber(error.position.line)),
                    "column": .number(JSONNumber(error.position.column)),
                ]
            }
        }
        guard let object = value.objectValue else { throw APIError([FieldProblem("request", .type(.object))]) }
        return object
    }

    /// The identifier in the path; one of another kind names nothing.
    func id(_ kind: PublicID.Kind, _ name: String = "id") throws -> ULID {
        guard let id = PublicID(kind, text: parameters[name]) else { throw APIError(.notFound) }
        return id.ulid
    }

    private static func isJSON(_ type: String) -> Bool {
        if type.utf8.elementsEqual("application/json".utf8) { return true }
        let parts = type.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
        guard parts.first == "application/json" else { return false }
        return parts.dropFirst().allSatisfy {
            !$0.hasPrefix("charset=") || $0 == "charset=utf-8" || $0 == "charset=\"utf-8\""
        }
    }
}
