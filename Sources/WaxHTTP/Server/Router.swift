// SPDX-License-Identifier: Apache-2.0

/// Finds what serves a request by its method and path.
///
/// A pattern is a path whose parts are literal or a parameter in braces: `/v1/push/{id}/deliveries`. A literal part wins
/// over a parameter, whatever the order in which routes are added. `Value` is what the caller wants to find, such as a
/// closure over its own context.
package struct Router<Value: Sendable>: Sendable {
    /// What is known about a request's route.
    package enum Match {
        case found(Value, parameters: PathParameters)
        /// The path exists, with the methods given (`Allow` must name them).
        case methodNotAllowed(allowed: [String])
        case notFound
    }

    /// A route as it was added.
    package struct Route: Hashable, Sendable {
        /// The method, such as `GET`.
        package let method: String
        /// The path with its parameters in braces.
        package let pattern: String
    }

    private struct Node: Sendable {
        var literals: [(segment: String, node: Node)] = []
        var parameter: [Node] = []  // None or one: a struct cannot hold itself directly.
        var names: [String] = []
        var values: [(method: String, value: Value)] = []
    }

    /// All routes in the order in which they were added.
    package private(set) var routes: [Route] = []
    private var root = Node()

    package init() {}

    /// Adds a route. The same method and pattern twice, also under other parameter names, is a mistake in the program.
    package mutating func add(_ method: String, _ pattern: String, _ value: Value) {
        precondition(pattern.hasPrefix("/"), "a pattern begins with a slash: \(pattern)")
        let segments = pattern == "/" ? [] : pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        Self.insert(segments[...], names: [], into: &root) { node, names in
            precondition(
                !node.values.contains { Self.isSame($0.method, method) }, "two routes for \(method) \(pattern)")
            precondition(node.values.isEmpty || node.names == names, "parameters of \(pattern) have two names")
            node.names = names
            node.values.append((method, value))
        }
        routes.append(Route(method: method, pattern: pattern))
    }

    /// Finds the route; `HEAD` is served by `GET`.
    package func match(_ method: String, _ segments: [String]) -> Match {
        var captured: [String] = []
        guard let node = Self.find(segments[...], from: root, &captured) else { return .notFound }
        for wanted in Self.isSame(method, "HEAD") ? [method, "GET"] : [method] {
            if let found = node.values.first(where: { Self.isSame($0.method, wanted) }) {
                return .found(found.value, parameters: PathParameters(names: node.names, values: captured))
            }
        }
        var allowed = node.values.map(\.method)
        if allowed.contains("GET"), !allowed.contains("HEAD") { allowed.append("HEAD") }
        return .methodNotAllowed(allowed: allowed.sorted())
    }

    private static func insert(
        _ segments: ArraySlice<Substring>, names: [String], into node: inout Node,
        _ place: (inout Node, [String]) -> Void
    ) {
        guard let segment = segments.first else { return place(&node, names) }
        let rest = segments.dropFirst()
        if segment.first == "{", segment.last == "}" {
            if node.parameter.isEmpty { node.parameter = [Node()] }
            insert(rest, names: names + [String(segment.dropFirst().dropLast())], into: &node.parameter[0], place)
        } else {
            let known = node.literals.firstIndex { isSame($0.segment, String(segment)) }
            let index = known ?? node.literals.endIndex
            if known == nil { node.literals.append((String(segment), Node())) }
            insert(rest, names: names, into: &node.literals[index].node, place)
        }
    }

    private static func find(_ segments: ArraySlice<String>, from node: Node, _ captured: inout [String]) -> Node? {
        guard let segment = segments.first else { return node.values.isEmpty ? nil : node }
        let rest = segments.dropFirst()
        if let literal = node.literals.first(where: { isSame($0.segment, segment) }),
            let found = find(rest, from: literal.node, &captured)
        {
            return found
        }
        guard let parameter = node.parameter.first, !segment.isEmpty else { return nil }
        captured.append(segment)
        if let found = find(rest, from: parameter, &captured) { return found }
        captured.removeLast()
        return nil
    }

    /// Strings that are canonically equivalent are not the same path.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    }
}
