// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// Where in a body a field goes: `metadata.host`, `actions[0].title`, `tags[]`.
///
/// `a[2]` is the element at that place, or a new one when the array has two; `a[]` is always a new one. A backslash
/// takes the meaning from the `.`, `[`, `]` or `\` after it. A path has at most `maximumDepth` steps.
package struct FieldPath: Hashable, Sendable {
    /// One step into a value.
    enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
        case newElement
    }

    /// The most steps that a path has: each is a level of the body, and the stack has an end.
    static let maximumDepth = 64

    private let text: String
    let steps: [Step]

    /// Reads the written form. Throws `usage`.
    package init(_ text: String) throws(ClientError) {
        self.text = text
        var steps: [Step] = []
        var rest = text.unicodeScalars[...]
        var isFirst = true
        repeat {
            if !isFirst { rest.removeFirst() }
            isFirst = false
            let name = Self.name(&rest)
            guard !name.isEmpty else { throw Self.malformed(text) }
            steps.append(.member(name))
            while rest.first == "[" {
                guard let end = rest.firstIndex(of: "]") else { throw Self.malformed(text) }
                let index = rest[..<end].dropFirst()
                if index.isEmpty {
                    steps.append(.newElement)
                } else if index.count <= 6, index.allSatisfy({ ("0"..."9").contains($0) }),
                    let place = Int(String(index))
                {
                    steps.append(.element(place))
                } else {
                    throw Self.malformed(text)
                }
                rest = rest[end...].dropFirst()
            }
            guard steps.count <= Self.maximumDepth else {
                throw .usage("a field has at most \(Self.maximumDepth) levels")
            }
            guard rest.isEmpty || rest.first == "." else { throw Self.malformed(text) }
        } while !rest.isEmpty
        self.steps = steps
    }

    /// Puts `value` into `body`, and the objects and arrays on the way that are missing. Throws `usage`.
    package func set(_ value: JSONValue, in body: inout JSONObject) throws(ClientError) {
        body = try set(value, in: .object(body), steps[...]).objectValue ?? body
    }

    private func set(
        _ value: JSONValue, in parent: JSONValue?, _ steps: ArraySlice<Step>
    ) throws(ClientError) -> JSONValue {
        guard let step = steps.first else { return value }
        switch step {
        case .member(let name):
            guard var object = parent.map({ $0.objectValue }) ?? [:] else {
                throw .usage("field '\(text.printable)': what holds '\(name.printable)' is not an object")
            }
            object[name] = try set(value, in: object[name], steps.dropFirst())
            return .object(object)
        case .element, .newElement:
            guard var array = parent.map({ $0.arrayValue }) ?? [] else {
                throw .usage("field '\(text.printable)': what is to have elements is not an array")
            }
            let index = if case .element(let index) = step { index } else { array.count }
            guard index <= array.count else {
                throw .usage(
                    "field '\(text.printable)': the array has \(array.count) elements, so [\(index)] is past its end")
            }
            let present = index < array.count ? array[index] : JSONValue?.none
            let element = try set(value, in: present, steps.dropFirst())
            if index < array.count { array[index] = element } else { array.append(element) }
            return .array(array)
        }
    }

    private static func name(_ rest: inout Substring.UnicodeScalarView) -> String {
        var name = String.UnicodeScalarView()
        while let scalar = rest.first, scalar != ".", scalar != "[" {
            rest.removeFirst()
            if scalar == "\\", let next = rest.first, ".[]\\".unicodeScalars.contains(next) {
                rest.removeFirst()
                name.append(next)
            } else {
                name.append(scalar)
            }
        }
        return String(name)
    }

    private static func malformed(_ text: String) -> ClientError {
        .usage("field '\(text.printable)' must be written like metadata.host, actions[0].title or tags[]")
    }
}
