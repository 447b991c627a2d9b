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

    /// All routes in the order in which they were added.
    package private(set) var routes: [Route] = []
    private var tree = RouteTree()
    private var values: [Value] = []

    package init() {}

    /// Adds a route. The same method and pattern twice, also under other parameter names, is a mistake in the program.
    package mutating func add(_ method: String, _ pattern: String, _ value: Value) {
        tree.add(method, pattern, values.count)
        values.append(value)
        routes.append(Route(method: method, pattern: pattern))
    }

    /// Finds the route; `HEAD` is served by `GET`.
    package func match(_ method: String, _ segments: [String]) -> Match {
        switch tree.match(method, segments) {
        case .found(let place, let parameters): .found(values[place], parameters: parameters)
        case .methodNotAllowed(let allowed): .methodNotAllowed(allowed: allowed)
        case .notFound: .notFound
        }
    }
}
