// SPDX-License-Identifier: Apache-2.0

/// The parts of a path that a route's pattern names in braces, decoded.
package struct PathParameters: Hashable, Sendable {
    /// The names in the order in which they stand in the pattern.
    package let names: [String]
    private let values: [String]

    package init(names: [String] = [], values: [String] = []) {
        self.names = names
        self.values = values
    }

    /// The value of the parameter called `name`; asking for one that the pattern lacks is a mistake in the program.
    package subscript(_ name: String) -> String {
        guard let index = names.firstIndex(of: name) else { preconditionFailure("no path parameter \(name)") }
        return values[index]
    }
}
