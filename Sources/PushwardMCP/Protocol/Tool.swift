// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// A tool as clients see it.
package struct Tool: Sendable {
    /// What a tool does to the world, so that a client knows when to ask its user first.
    package enum Effect: Sendable {
        /// Only reads.
        case reads
        /// Adds something; again and again adds more.
        case adds
        /// Takes something away; a second time changes nothing.
        case removes
    }

    /// What calls it.
    package let name: String
    let title: String
    let description: String
    let effect: Effect
    let properties: [Schema.Property]

    /// - Parameters:
    ///   - title: for people.
    ///   - description: for the model, which decides by it when to call the tool.
    package init(
        _ name: String, title: String, _ description: String, effect: Effect, _ properties: [Schema.Property]
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.effect = effect
        self.properties = properties
    }

    /// The first rule that arguments break; nil when they keep all of them.
    package func problem(in arguments: JSONObject) -> String? {
        Schema.object(properties).problem(in: .object(arguments), at: "")
    }

    /// The arguments without what models write for what they leave out.
    func given(_ arguments: JSONObject) -> JSONObject {
        Schema.object(properties).given(.object(arguments)).objectValue ?? arguments
    }

    func json(for version: ProtocolVersion) -> JSONValue {
        var object: JSONObject = ["name": .string(name)]
        if version.hasStructuredContent { object.append("title", .string(title)) }
        object.append("description", .string(description))
        object.append("inputSchema", .object(Schema.object(properties).json))
        if version.hasAnnotations { object.append("annotations", annotations) }
        return .object(object)
    }

    private var annotations: JSONValue {
        [
            "title": .string(title),
            "readOnlyHint": .bool(effect == .reads),
            "destructiveHint": .bool(effect == .removes),
            "idempotentHint": .bool(effect != .adds),
            // All of them reach people's devices, or what people did there.
            "openWorldHint": true,
        ]
    }
}
