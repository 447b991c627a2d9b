// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

extension FieldReader {
    /// Objects, so many of them, each given to `read` as it stands with a reader of its members; members that `read` does
    /// not take are unknown fields.
    package func objects<Value>(
        _ name: String, nullable: Bool = true, count: ClosedRange<Int>, _ read: (FieldReader, JSONObject) -> Value?
    ) -> Field<[Value]> {
        any(name, nullable: nullable).map { value in
            guard let items = value.arrayValue else { return refuse(name, .type(.array)) }
            guard count.contains(items.count) else { return refuse(name, .count(count)) }
            return items.enumerated().compactMap { index, item in
                let place = "\(name)[\(index)]"
                guard let object = item.objectValue else { return refuse(place, .type(.object)) }
                let reader = inside(place, object)
                let value = read(reader, object)
                reader.reportUnknown()
                return value
            }
        }
    }

    /// Strings, so many of them, of any length and possibly twice.
    package func texts(_ name: String, nullable: Bool = true, count: ClosedRange<Int>) -> Field<[String]> {
        any(name, nullable: nullable).map { value in
            guard let items = value.arrayValue else { return refuse(name, .type(.array)) }
            guard count.contains(items.count) else { return refuse(name, .count(count)) }
            return items.enumerated().compactMap { index, item in
                item.stringValue ?? refuse("\(name)[\(index)]", .type(.string))
            }
        }
    }

    /// An object of any names, each with a string.
    package func textMap(_ name: String, nullable: Bool = true) -> Field<JSONObject> {
        object(name, nullable: nullable).map { object in
            for (key, value) in object where value.stringValue == nil { report("\(name).\(key)", .type(.string)) }
            return object
        }
    }
}
