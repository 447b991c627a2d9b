// SPDX-License-Identifier: Apache-2.0
import WaxJSON

extension Schema {
    /// The JSON Schema of the value.
    var json: JSONObject {
        switch self {
        case .boolean: return ["type": "boolean"]
        case .integer(let range):
            var schema: JSONObject = ["type": "integer", "minimum": .number(JSONNumber(range.lowerBound))]
            if range.upperBound < .max { schema.append("maximum", .number(JSONNumber(range.upperBound))) }
            return schema
        case .number(let range):
            return ["type": "number", "minimum": Self.bound(range.lowerBound), "maximum": Self.bound(range.upperBound)]
        case .text(let range):
            var schema: JSONObject = ["type": "string"]
            if range.lowerBound > 0 { schema.append("minLength", .number(JSONNumber(range.lowerBound))) }
            if range.upperBound < .max { schema.append("maxLength", .number(JSONNumber(range.upperBound))) }
            return schema
        case .pattern(let pattern): return ["type": "string", "pattern": .string(pattern.expression)]
        case .choice(let choices): return ["type": "string", "enum": .array(choices.map { .string($0) })]
        case .array(let element, let most):
            return ["type": "array", "items": .object(element.json), "maxItems": .number(JSONNumber(most))]
        case .texts(let most, let nameLength, let valueLength):
            return [
                "type": "object", "maxProperties": .number(JSONNumber(most)),
                "propertyNames": ["maxLength": .number(JSONNumber(nameLength))],
                "additionalProperties": ["type": "string", "maxLength": .number(JSONNumber(valueLength))],
            ]
        case .object(let properties): return Self.object(properties)
        }
    }

    private static func object(_ properties: [Property]) -> JSONObject {
        let members = properties.map { property in
            var schema = property.schema.json
            schema.append("description", .string(property.help))
            return (property.name, JSONValue.object(schema))
        }
        var schema: JSONObject = ["type": "object", "properties": .object(JSONObject(members))]
        let required = properties.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema.append("required", .array(required)) }
        schema.append("additionalProperties", false)
        return schema
    }

    /// Whole numbers without a fraction, as people write them.
    private static func bound(_ value: Double) -> JSONValue {
        if let whole = Int64(exactly: value) { return .number(JSONNumber(whole)) }
        return JSONNumber(value).map(JSONValue.number) ?? .null
    }
}
