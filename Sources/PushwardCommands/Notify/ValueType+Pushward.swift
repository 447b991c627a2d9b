// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxJSON
import WaxSystem

extension ValueType where Value == Int {
    /// A span of at least a second, in whole seconds.
    static var seconds: ValueType {
        let span = ValueType<Duration>.duration(.seconds(1) ... .seconds(31_536_000))
        return ValueType(name: span.syntax.name, rule: span.syntax.rule) { text in
            span.convert(text).map { Int($0.components.seconds) }
        }
    }

    /// The number that the server gave a notification or a schedule.
    static var identifier: ValueType {
        ValueType(name: "ID", rule: "must be the number of a notification") { text in
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number > 0 else {
                return nil
            }
            return number
        }
    }
}

extension ValueType where Value == JSONNumber {
    /// A number from 0 to 1, as it is written.
    static var fraction: ValueType {
        ValueType(name: "N", rule: "must be a number from 0 to 1") { text in
            guard let number = JSONNumber(text), let value = number.double, (0...1).contains(value) else { return nil }
            return number
        }
    }
}

extension ValueType where Value == String {
    /// A date and time with its offset, as text.
    static var time: ValueType {
        ValueType(name: "TIME", rule: "must be a time such as 2026-12-24T18:00:00+01:00") { text in
            Timestamp(rfc3339: text) == nil ? nil : text
        }
    }
}
