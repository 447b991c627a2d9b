// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxJSON
import WaxRecords

/// The body of `POST /v1/oauth/clients`.
struct OAuthClientRequest: Sendable {
    let label: String?
    let scopes: OAuthScopes

    init(_ body: JSONObject) throws {
        let fields = FieldReader(body)
        label = fields.string("label", length: 1...100).value
        let names = OAuthScope.allCases.map(\.rawValue)
        if !fields.isPresent("scopes") { fields.report("scopes", .required) }
        let texts = fields.strings("scopes", count: 1...names.count, length: 1...64).value ?? []
        var scopes: [OAuthScope] = []
        for (index, text) in texts.enumerated() {
            guard let scope = OAuthScope(rawValue: text) else {
                fields.report("scopes[\(index)]", .oneOf(names))
                continue
            }
            scopes.append(scope)
        }
        try fields.finish()
        self.scopes = OAuthScopes(scopes)
    }
}
