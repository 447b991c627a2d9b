// SPDX-License-Identifier: Apache-2.0

/// One `name=value` of a query, decoded; a name alone has an empty value.
package struct QueryItem: Hashable, Sendable {
    /// What stands before the first `=`.
    package let name: String
    /// What stands after it.
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
