// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

extension Schema {
    /// The first rule that a value breaks, as one line that names the place and never repeats the value; nil when it
    /// keeps all of them.
    package func problem(in value: JSONValue, at place: String) -> String? {
        switch self {
        case .boolean: return value.boolValue == nil ? "\(place) must be true or false" : nil
        case .integer(let range):
            if value.wholeNumber.map({ range.contains($0) }) ?? false { return nil }
            let end = range.upperBound < .max ? " to \(range.upperBound)" : " up"
            return "\(place) must be a whole number from \(range.lowerBound)\(end)"
        case .number(let range):
            let isWithin = value.numberValue?.double.map { range.contains($0) } ?? false
            return isWithin ? nil : "\(place) must be a number from \(range.lowerBound) to \(range.upperBound)"
        case .text(let range): return Self.lengthProblem(of: value, within: range, at: place)
        case .pattern(let pattern):
            guard let text = value.stringValue else { return "\(place) must be a text" }
            return pattern.accepts(text) ? nil : "\(place) \(pattern.rule)"
        case .choice(let choices):
            let isOne = value.stringValue.map { text in choices.contains { $0.utf8.elementsEqual(text.utf8) } } ?? false
            return isOne ? nil : "\(place) must be one of \(choices.joined(separator: ", "))"
        case .array(let element, let most):
            guard let elements = value.arrayValue else { return "\(place) must be an array" }
            guard elements.count <= most else { return "\(place) must have at most \(most) elements" }
            return elements.indices.firstResult { element.problem(in: elements[$0], at: "\(place)[\($0)]") }
        case .texts(let most, let nameLength, let valueLength):
            guard let members = value.objectValue else { return "\(place) must be an object" }
            guard members.count <= most else { return "\(place) must have at most \(most) members" }
            return members.firstResult { name, value in
                guard name.unicodeScalars.count <= nameLength else {
                    return "a name in \(place) has more than \(nameLength) characters"
                }
                return Self.lengthProblem(of: value, within: 0...valueLength, at: "each value of \(place)")
            }
        case .object(let properties):
            guard let members = value.objectValue else { return "\(place) must be an object" }
            return Self.problem(of: members, properties, at: place)
        }
    }

    private static func lengthProblem(of value: JSONValue, within range: ClosedRange<Int>, at place: String) -> String?
    {
        guard let text = value.stringValue else { return "\(place) must be a text" }
        let length = text.unicodeScalars.count
        if length < range.lowerBound { return "\(place) must not be empty" }
        return length > range.upperBound ? "\(place) must have at most \(range.upperBound) characters" : nil
    }

    private static func problem(of members: JSONObject, _ properties: [Property], at place: String) -> String? {
        func path(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }
        // A name of the caller's is not repeated: it may be a slip that holds the text itself.
        if !members.keys.allSatisfy({ key in properties.contains { $0.name.utf8.elementsEqual(key.utf8) } }) {
            let names = properties.map(\.name).joined(separator: ", ")
            let owner = place.isEmpty ? "this tool" : place
            return names.isEmpty ? "\(owner) takes no arguments" : "\(owner) takes only \(names)"
        }
        return properties.firstResult { property in
            guard let value = members[property.name], !value.isNull else {
                return property.isRequired ? "\(path(property.name)) is required" : nil
            }
            return property.schema.problem(in: value, at: path(property.name))
        }
    }
}

extension Sequence {
    /// The first result that is one.
    fileprivate func firstResult<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self { if let result = transform(element) { return result } }
        return nil
    }
}
