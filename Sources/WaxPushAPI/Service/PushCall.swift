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
        guard request.head.saysJSON else { throw APIError(.unsupportedMediaType) }
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
}
