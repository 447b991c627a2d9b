// SPDX-License-Identifier: Apache-2.0
package import WaxJSON
package import WaxSystem

/// Which devices of its app a push goes to.
package enum PushTarget: Equatable, Sendable {
    case all
    case users([String])
    case devices([ULID])

    /// The stored form: `{}`, `{"users":[…]}` or `{"devices":[…]}`.
    package var json: JSONObject {
        var object = JSONObject()
        switch self {
        case .all: break
        case .users(let ids): object["users"] = .array(ids.map(JSONValue.string))
        case .devices(let ids): object["devices"] = .array(ids.map { .string($0.text) })
        }
        return object
    }

    package init?(json object: JSONObject) {
        func strings(_ value: JSONValue) -> [String]? {
            guard case .array(let items) = value else { return nil }
            let strings = items.compactMap { if case .string(let text) = $0 { text } else { nil } }
            return strings.count == items.count ? strings : nil
        }
        if let users = object["users"].flatMap(strings) {
            self = .users(users)
        } else if let devices = object["devices"].flatMap(strings) {
            let ids = devices.compactMap { ULID($0) }
            guard ids.count == devices.count else { return nil }
            self = .devices(ids)
        } else {
            guard object.isEmpty else { return nil }
            self = .all
        }
    }
}
