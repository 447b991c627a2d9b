// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// How the server calls itself, and what it tells every model about its tools.
package struct ServerIdentity: Sendable {
    let name: String
    let title: String
    let version: String
    let instructions: String

    /// - Parameters:
    ///   - name: for programs.
    ///   - title: for people.
    package init(name: String, title: String, version: String, instructions: String) {
        self.name = name
        self.title = title
        self.version = version
        self.instructions = instructions
    }

    func json(for protocolVersion: ProtocolVersion) -> JSONValue {
        var object: JSONObject = ["name": .string(name)]
        if protocolVersion.hasStructuredContent { object.append("title", .string(title)) }
        object.append("version", .string(version))
        return .object(object)
    }
}
