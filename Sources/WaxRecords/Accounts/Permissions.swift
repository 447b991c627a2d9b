// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// What a key may do: for each resource, whether it may read and whether it may write. Writing does not include reading.
package struct Permissions: Equatable, Sendable {
    package enum Resource: String, CaseIterable, Sendable {
        case push
        case devices = "push_devices"
        case apps = "push_apps"
        case webhooks
        case apiKeys = "api_keys"
    }

    package enum Access: String, Sendable {
        case read = "r"
        case write = "w"
    }

    /// The access given by name; a resource that is missing follows `defaultDeny`.
    package let granted: [Resource: Set<Access>]
    package let defaultDeny: Bool

    package static let full = Permissions(granted: [:], defaultDeny: false)

    package init(granted: [Resource: Set<Access>], defaultDeny: Bool) {
        self.granted = granted
        self.defaultDeny = defaultDeny
    }

    package func allows(_ access: Access, to resource: Resource) -> Bool {
        granted[resource].map { $0.contains(access) } ?? !defaultDeny
    }

    /// The map of resources to `r`, `w` or `rw`, as stored and as shown.
    package var json: JSONObject {
        var object = JSONObject()
        for resource in Resource.allCases {
            guard let access = granted[resource] else { continue }
            let letters = [Access.read, .write].filter(access.contains).map(\.rawValue).joined()
            object[resource.rawValue] = .string(letters)
        }
        return object
    }

    /// Reads the map that `json` writes; nil for an unknown resource or letter.
    package init?(json object: JSONObject, defaultDeny: Bool) {
        var granted: [Resource: Set<Access>] = [:]
        for (name, value) in object {
            guard let resource = Resource(rawValue: name), case .string(let letters) = value else { return nil }
            var access: Set<Access> = []
            for letter in letters {
                guard let one = Access(rawValue: String(letter)), access.insert(one).inserted else { return nil }
            }
            granted[resource] = access
        }
        self.init(granted: granted, defaultDeny: defaultDeny)
    }
}
