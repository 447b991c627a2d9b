// SPDX-License-Identifier: Apache-2.0
import WaxFields

/// To whom within an organization a notification is to go: `target` of a request.
package struct NotificationTarget: Sendable {
    /// Whether it names nobody in particular.
    package let isEmpty: Bool

    init(_ fields: FieldReader) {
        let names = [("groups", 20), ("tags", 20), ("members", 100)].map { name, most in
            fields.texts(name, count: 0...most).value ?? []
        }
        isEmpty = names.allSatisfy(\.isEmpty)
    }
}
