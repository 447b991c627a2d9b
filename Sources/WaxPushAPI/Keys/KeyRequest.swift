// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxJSON
import WaxRecords

/// The body of a request that makes or changes an API key.
struct KeyRequest: Sendable {
    private let label: Field<String>
    private let granted: [Permissions.Resource: Set<Permissions.Access>]?
    private let defaultDeny: Bool?

    init(_ body: JSONObject) throws {
        let fields = FieldReader(body)
        label = fields.string("label", length: 1...100)
        granted = fields.nested("permissions", nullable: false, Self.granted).value
        defaultDeny = fields.bool("defaultDeny", nullable: false).value
        try fields.finish()
    }

    /// What the label of a key becomes; without one in the body it stays.
    func label(changing present: String?) -> String? {
        label.isAbsent ? present : label.value
    }

    /// What the permissions of a key become. A map replaces the one before as a whole, and denies what it does not name
    /// unless the body says otherwise.
    func permissions(changing present: Permissions) -> Permissions {
        if let granted { return Permissions(granted: granted, defaultDeny: defaultDeny ?? true) }
        return Permissions(granted: present.granted, defaultDeny: defaultDeny ?? present.defaultDeny)
    }

    private static func granted(_ fields: FieldReader) -> [Permissions.Resource: Set<Permissions.Access>] {
        var granted: [Permissions.Resource: Set<Permissions.Access>] = [:]
        for resource in Permissions.Resource.allCases {
            let name = resource.rawValue
            granted[resource] =
                fields.string(name, nullable: false).map { letters -> Set<Permissions.Access>? in
                    switch letters {
                    case "": []
                    case "r": [.read]
                    case "w": [.write]
                    case "rw": [.read, .write]
                    default: fields.refuse(name, .format(accessRule))
                    }
                }.value
        }
        return granted
    }

    private static let accessRule = LocalizedText(
        "must be r, w or rw, or empty for no access", "doit être r, w ou rw, ou vide pour aucun accès")
}
