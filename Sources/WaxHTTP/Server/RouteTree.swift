// SPDX-License-Identifier: Apache-2.0

/// The patterns of a router by their parts, with the place of each route's value.
///
/// No generic type: the module that uses a router could not compile it for its own values.
struct RouteTree: Sendable {
    /// What `Router.Match` says, by the place of the value.
    enum Match {
        case found(Int, PathParameters)
        case methodNotAllowed(allowed: [String])
        case notFound
    }

    private struct Node: Sendable {
        var literals: [(segment: String, node: Node)] = []
        var parameter: [Node] = []  // None or one: a struct cannot hold itself directly.
        var names: [String] = []
        var places: [(method: String, place: Int)] = []
    }

    private var root = Node()

    /// Adds a route; the same method and pattern twice, also under other parameter names, is a mistake in the program.
    mutating func add(_ method: String, _ pattern: String, _ place: Int) {
        precondition(pattern.hasPrefix("/"), "a pattern begins with a slash: \(pattern)")
        let segments = pattern == "/" ? [] : pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        Self.insert(segments[...], names: [], into: &root) { node, names in
            precondition(
                !node.places.contains { Self.isSame($0.method, method) }, "two routes for \(method) \(pattern)")
            precondition(node.places.isEmpty || node.names == names, "parameters of \(pattern) have two names")
            node.names = names
            node.places.append((method, place))
        }
    }

    /// Finds the route; `HEAD` is served by `GET`.
    func match(_ method: String, _ segments: [String]) -> Match {
        var captured: [String] = []
        guard let node = Self.find(segments[...], from: root, &captured) else { return .notFound }
        let found =
            node.places.first { Self.isSame($0.method, method) }
            ?? (Self.isSame(method, "HEAD") ? node.places.first { Self.isSame($0.method, "GET") } : nil)
        if let found { return .found(found.place, PathParameters(names: node.names, values: captured)) }
        var allowed = node.places.map(\.method)
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
        guard let segment = segments.first else { return node.places.isEmpty ? nil : node }
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
