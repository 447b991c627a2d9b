// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// Builds the body of a request from layers, of which the later wins: data, the command's own flags, text fields, typed
/// fields. Sealing comes after the last, so that the texts of every layer are sealed.
package struct BodyBuilder: Sendable {
    /// What the layers so far make.
    package private(set) var body = JSONObject()
    private let source: DataSource

    /// Begins with an empty object; `source` is read where an argument points to it.
    package init(_ source: DataSource) {
        self.source = source
    }

    /// Puts an object on top: `{…}`, `@FILE`, or `-` or `@-` for standard input. Throws `usage`.
    package mutating func merge(data text: String) throws(ClientError) {
        let bytes: [UInt8]
        let origin: String
        if text == "-" || text == "@-" {
            (bytes, origin) = (try source.readStandardInput(), "standard input")
        } else if text.hasPrefix("@") {
            let path = String(text.dropFirst())
            (bytes, origin) = (try source.read(path), path.printable)
        } else {
            (bytes, origin) = (Array(text.utf8), "--data")
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.parse(bytes)
        } catch {
            throw .usage("\(origin) is not JSON: \(error)")
        }
        guard let object = value.objectValue else { throw .usage("\(origin) must be a JSON object") }
        body.merge(object)
    }

    /// Puts an object on top.
    package mutating func merge(_ object: JSONObject) {
        body.merge(object)
    }

    /// Sets `key=value`, always as text. Throws `usage`.
    package mutating func set(field text: String) throws(ClientError) {
        let (path, value) = try Self.split(text, flag: "--field")
        try FieldPath(path).set(.string(value), in: &body)
    }

    /// Sets `key=value` by the look of the value. Throws `usage`.
    package mutating func set(rawField text: String) throws(ClientError) {
        let (path, value) = try Self.split(text, flag: "--raw-field")
        try FieldPath(path).set(typed(value, path), in: &body)
    }

    /// The value that the text of a typed field stands for: `true`, `false`, `null`, a JSON number, an object or array,
    /// the content of a file after `@`, or else the text itself.
    package func typed(_ text: String, _ key: String) throws(ClientError) -> JSONValue {
        switch text {
        case "true": return true
        case "false": return false
        case "null": return nil
        default: break
        }
        if let number = JSONNumber(text) { return .number(number) }
        if text.hasPrefix("{") || text.hasPrefix("[") {
            do throws(JSONError) {
                return try JSONReader.parse(text)
            } catch {
                throw .usage("the value of field '\(key.printable)' is not JSON: \(error)")
            }
        }
        if text.hasPrefix("@") { return .string(try source.readText(String(text.dropFirst()))) }
        return .string(text)
    }

    /// The two sides of the first `=`. Throws `usage`, with the form that is wanted and without the value.
    package static func split(
        _ text: String, flag: String, form: String = "key=value"
    ) throws(ClientError) -> (key: String, value: String) {
        let scalars = text.unicodeScalars
        guard let equals = scalars.firstIndex(of: "="), equals != scalars.startIndex else {
            throw .usage("\(flag) must be written \(form)")
        }
        return (String(scalars[..<equals]), String(scalars[scalars.index(after: equals)...]))
    }
}
