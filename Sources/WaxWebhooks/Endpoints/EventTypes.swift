// SPDX-License-Identifier: Apache-2.0

/// A set of event types, stored as one integer.
package struct EventTypes: OptionSet, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The set of one type.
    package init(_ type: EventType) {
        rawValue = 1 << type.rawValue
    }

    /// The set of these types.
    package init(_ types: some Sequence<EventType>) {
        self = types.reduce(into: []) { $0.formUnion(EventTypes($1)) }
    }

    package func contains(_ type: EventType) -> Bool { contains(EventTypes(type)) }

    /// The names of the types, in the order in which the types are listed.
    package var names: [String] { EventType.allCases.filter(contains).map(\.name) }
}
