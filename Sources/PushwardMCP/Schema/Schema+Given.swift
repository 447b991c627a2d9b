// SPDX-License-Identifier: Apache-2.0
import WaxJSON

extension Schema {
    /// A value without what models write for what they leave out, in all depths: members that are null, and empty texts
    /// where the member is optional. A whole number that is written with a fraction is written without.
    func given(_ value: JSONValue) -> JSONValue {
        switch (self, value) {
        case (.object(let properties), .object(let members)): .object(Self.given(members, properties))
        case (.array(let element, _), .array(let elements)): .array(elements.map(element.given))
        case (.texts, .object(let members)):
            .object(JSONObject(members.filter { !$0.value.isNull }.map { ($0.key, $0.value) }))
        case (.integer, .number): value.wholeNumber.map { .number(JSONNumber($0)) } ?? value
        default: value
        }
    }

    private static func given(_ members: JSONObject, _ properties: [Property]) -> JSONObject {
        var given = JSONObject()
        for (name, value) in members where !value.isNull {
            guard let property = properties.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                // To be refused.
                given[name] = value
                continue
            }
            if value.stringValue?.isEmpty == true, !property.isRequired { continue }
            given[name] = property.schema.given(value)
        }
        return given
    }
}

extension JSONValue {
    /// The integer that this number is, however it is written, as JSON Schema counts `5.0`; nil where a double does not
    /// hold it exactly.
    var wholeNumber: Int64? {
        if let whole = int64Value { return whole }
        guard let value = numberValue?.double, abs(value) < 0x1p53 else { return nil }
        return Int64(exactly: value)
    }
}
