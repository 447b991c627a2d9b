// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxJSON

/// The options that give the body of a request as it is.
enum BodyOptions {
    static let data = Option(
        optional: "data", short: "d", .string, valueName: "JSON",
        help: "the body: a JSON object, @FILE, or - for standard input")
    static let fields = Option(
        repeated: "field", short: "f", .string, valueName: "KEY=VALUE",
        help: "a field of the body, as text; the key may be a path such as metadata.host or tags[]")
    static let rawFields = Option(
        repeated: "raw-field", short: "F", .string, valueName: "KEY=VALUE",
        help: "a field of the body: true, false, null, a number, JSON, @FILE, or else text")

    static let all: [any CommandOption] = [data, fields, rawFields]

    /// The body of the three, with `flags`, which the command's own options make, between the first and the others.
    static func body(
        _ command: ParsedCommand, flags: JSONObject, from source: DataSource
    ) throws(ClientError) -> JSONObject {
        var builder = BodyBuilder(source)
        if let data = command[data] { try builder.merge(data: data) }
        builder.merge(flags)
        for field in command[fields] { try builder.set(field: field) }
        for field in command[rawFields] { try builder.set(rawField: field) }
        return builder.body
    }
}
