// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// What a client calls a request or a progress: a whole number or a text, repeated to it exactly as it came.
struct RequestID: Hashable, Sendable {
    /// The JSON text, by which two are the same or not.
    private let text: [UInt8]
    /// The value as it came.
    let json: JSONValue

    /// Nil for anything but a whole number or a text.
    init?(_ value: JSONValue?) {
        switch value {
        case .string: break
        case .number(let number)
        where number.text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0 >= 0x30 && $0 <= 0x39 }):
            break
        default: return nil
        }
        guard let value else { return nil }
        json = value
        text = value.compact
    }

    static func == (left: RequestID, right: RequestID) -> Bool { left.text == right.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
