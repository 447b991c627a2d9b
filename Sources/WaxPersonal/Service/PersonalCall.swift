// SPDX-License-Identifier: Apache-2.0
import WaxFields
package import WaxHTTP
package import WaxJSON
package import WaxSystem

/// One authenticated request on its way through a route.
package struct PersonalCall: Sendable {
    package let request: HTTPRequest
    package let parameters: PathParameters
    package let caller: PersonalCaller
    package let now: Timestamp

    /// The body as an object.
    package func body() throws(Problem) -> JSONObject {
        guard request.head.saysJSON else {
            throw Problem(
                status: 415, LocalizedText("the body must be application/json", "le corps doit être application/json"))
        }
        let value: JSONValue
        do {
            value = try JSONReader.parse(request.body)
        } catch {
            let place = "line \(error.position.line), column \(error.position.column)"
            let lieu = "ligne \(error.position.line), colonne \(error.position.column)"
            throw Problem(
                status: 400, LocalizedText("the body is not JSON", "le corps n'est pas du JSON"),
                [Problem.Entry("body", LocalizedText("not JSON at \(place)", "pas du JSON à \(lieu)"))])
        }
        guard let object = value.objectValue else {
            throw Problem(
                status: 422, LocalizedText("validation failed", "la validation a échoué"),
                [Problem.Entry("body", LocalizedText("must be an object", "doit être un objet"))])
        }
        return object
    }

    /// The number in the path; throws a 422 for anything else.
    package func number() throws(Problem) -> Int64 {
        guard let number = JSONNumber(parameters["id"])?.int64 else {
            throw Problem(FieldProblems([FieldProblem("id", .type(.integer))]), in: "path")
        }
        return number
    }
}
