// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON

/// Why the control interface does not do what it was asked to.
struct ControlProblem: Error {
    let status: Int
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    var response: HTTPResponse { .json(JSONValue.object(["error": .string(message)]).compact, status: status) }
}
