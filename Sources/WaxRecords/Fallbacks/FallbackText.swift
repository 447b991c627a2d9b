// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// A text message for a person whom no device can reach. Protected at rest, and purged once it is of no more use.
package struct FallbackText: Equatable, Sendable {
    package let text: String
    package let to: String
    package let from: String?

    package init(text: String, to: String, from: String?) {
        self.text = text
        self.to = to
        self.from = from
    }

    var encoded: [UInt8] {
        JSONValue.object([
            "text": .string(text), "to": .string(to), "from": from.map(JSONValue.string) ?? .null,
        ]).compact
    }

    init(encoded: [UInt8]) throws {
        let value = try JSONReader.parse(encoded)
        guard let text = value["text"]?.stringValue, let to = value["to"]?.stringValue else {
            throw RecordError.unreadable("fallbacks")
        }
        self.init(text: text, to: to, from: value["from"]?.stringValue)
    }
}

extension FallbackText: CustomStringConvertible {
    package var description: String { "a fallback text" }
}
