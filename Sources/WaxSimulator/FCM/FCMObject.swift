// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// An object of a request to Google: a name that the interface does not have, or a value of another type, is refused.
///
/// Each name may be written in snake case or in lower camel case, as in all JSON of protobuf's.
struct FCMObject {
    private let members: JSONObject
    private let path: String

    /// - Parameters:
    ///   - path: where the object stands, as in `message.android`; empty for the outermost.
    ///   - names: the members that there can be, in snake case.
    init(_ value: JSONValue, at path: String, allows names: [String]) throws(FCMRefusal) {
        guard let members = value.objectValue else {
            throw .invalidPayload("'\(path)' must be an object.", field: path)
        }
        for key in members.keys where !names.contains(where: { Self.isSame(key, $0) }) {
            let place = path.isEmpty ? "" : " at '\(path)'"
            throw .invalidPayload("Unknown name \"\(key)\"\(place): Cannot find field.", field: path)
        }
        self.members = members
        self.path = path
    }

    func string(_ name: String) throws(FCMRefusal) -> String? {
        try value(name, "TYPE_STRING", \.stringValue)
    }

    func bool(_ name: String) throws(FCMRefusal) -> Bool? {
        try value(name, "TYPE_BOOL", \.boolValue)
    }

    func integer(_ name: String) throws(FCMRefusal) -> Int? {
        try value(name, "TYPE_INT32", \.int64Value).flatMap { Int32(exactly: $0) }.map(Int.init)
    }

    func object(_ name: String, allows names: [String]) throws(FCMRefusal) -> FCMObject? {
        guard let value = member(name) else { return nil }
        return try FCMObject(value, at: place(name), allows: names)
    }

    /// A map from text to text, in its order.
    func strings(_ name: String) throws(FCMRefusal) -> [(key: String, value: String)]? {
        guard let map = try value(name, "TYPE_MESSAGE", \.objectValue) else { return nil }
        var strings: [(key: String, value: String)] = []
        for (key, value) in map {
            guard let text = value.stringValue else {
                let field = "\(place(name))[\(strings.count)].value"
                throw .invalidPayload("Invalid value at '\(field)' (TYPE_STRING)", field: field)
            }
            strings.append((key, text))
        }
        return strings
    }

    private func value<Value>(
        _ name: String, _ type: String, _ convert: (JSONValue) -> Value?
    ) throws(FCMRefusal) -> Value? {
        guard let value = member(name) else { return nil }
        guard let converted = convert(value) else {
            throw .invalidPayload("Invalid value at '\(place(name))' (\(type))", field: place(name))
        }
        return converted
    }

    /// A member; null is the same as none.
    private func member(_ name: String) -> JSONValue? {
        for (key, value) in members where Self.isSame(key, name) { return value.isNull ? nil : value }
        return nil
    }

    private func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private static func isSame(_ key: String, _ name: String) -> Bool {
        if key.hasSameBytes(as: name) { return true }
        var camel: [UInt8] = []
        var raises = false
        for byte in name.utf8 {
            if byte == UInt8(ascii: "_") {
                raises = true
            } else {
                camel.append(raises ? byte & 0xDF : byte)
                raises = false
            }
        }
        return key.utf8.elementsEqual(camel)
    }
}
