// SPDX-License-Identifier: Apache-2.0

/// A row that is not what the server itself would have written. Names the table, never a value.
package enum RecordError: Error, Equatable, CustomStringConvertible {
    /// A value is outside its type, or a protected value does not open in this place.
    case unreadable(String)
    /// A row that this very transaction needs is gone.
    case vanished(String)

    package var description: String {
        switch self {
        case .unreadable(let table): "a row of \(table) is damaged"
        case .vanished(let table): "a row of \(table) is missing"
        }
    }
}
