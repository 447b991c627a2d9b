// SPDX-License-Identifier: Apache-2.0
package import WaxJSON
import WaxSystem

/// What a tool has to say to the model that called it.
package struct ToolResult: Equatable, Sendable {
    /// The text for the model.
    package let text: String
    /// The same as an object, where there is one.
    package let structured: JSONObject?
    /// Whether the call failed, so that the model can see it and try another way.
    package let isError: Bool

    package init(text: String, structured: JSONObject? = nil, isError: Bool = false) {
        self.text = text
        self.structured = structured
        self.isError = isError
    }

    /// A call that failed; `text` must hold nothing that was to be sealed. What looks like a secret is left out.
    package static func failure(_ text: String) -> ToolResult {
        ToolResult(text: text.withoutSecrets, isError: true)
    }

    func json(for version: ProtocolVersion) -> JSONObject {
        var object: JSONObject = ["content": [["type": "text", "text": .string(text)]]]
        if let structured, version.hasStructuredContent { object.append("structuredContent", .object(structured)) }
        object.append("isError", .bool(isError))
        return object
    }
}
