// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxSystem

extension JSONValue {
    init(_ time: Timestamp?) {
        self = time.map { .string($0.rfc3339) } ?? .null
    }

    init(_ text: String?) {
        self = text.map(JSONValue.string) ?? .null
    }

    init(_ number: Int64?) {
        self = number.map { .number(JSONNumber($0)) } ?? .null
    }
}
