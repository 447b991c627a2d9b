// SPDX-License-Identifier: Apache-2.0
import WaxFields
package import WaxJSON
package import WaxProviders
package import WaxRecords

/// The body of a request that makes or changes a push app.
package struct AppRequest: Sendable {
    static let paddings = [64, 128, 256, 512, 1024]

    let body: JSONObject
    let tokenHosts: [HostRule]

    /// What a push app is made with, or changed to.
    package struct Result: Sendable {
        package var settings: PushAppSettings
        package var credentials: PushAppCredentials
    }

    package init(body: JSONObject, tokenHosts: [HostRule]) {
        self.body = body
        self.tokenHosts = tokenHosts
    }

    /// What a new app is made with. Throws what is wrong with the body.
    func forNewApp() throws -> Result {
        try apply(to: Result(settings: PushAppSettings(name: ""), credentials: PushAppCredentials()), creating: true)
    }

    /// What the body makes of an app: null restores a default or removes a provider, what is absent stays.
    package func changing(_ settings: PushAppSettings, _ credentials: PushAppCredentials) throws -> Result {
        try apply(to: Result(settings: settings, credentials: credentials), creating: false)
    }

    private func apply(to present: Result, creating: Bool) throws -> Result {
        var (settings, credentials) = (present.settings, present.credentials)
        let fields = FieldReader(body)
        if let name = fields.string("name", required: creating, nullable: false, length: 1...100).value {
            settings.name = name
        }
        Self.change(
            &credentials.apns, of: .apns, &credentials.damaged,
            fields.nested("apns") { APNsCredential.read($0, changing: present.credentials.apns) })
        Self.change(
            &credentials.fcm, of: .fcm, &credentials.damaged,
            fields.nested("fcm") { FCMCredential.read($0, tokenHosts: tokenHosts) })
        Self.change(
            &credentials.webPush, of: .webPush, &credentials.damaged,
            fields.nested("web_push") { VAPIDCredential.read($0, changing: present.credentials.webPush) })
        if let isRequired = fields.bool("require_encryption", nullable: false).value {
            settings.requireEncryption = isRequired
        }
        Self.change(
            &settings.placeholderTitle, fields.string("placeholder_title", length: 1...200),
            default: PushAppSettings.defaultPlaceholderTitle)
        Self.change(&settings.placeholderBody, fields.string("placeholder_body", length: 0...500), default: "")
        Self.change(&settings.padding, Self.padding(fields), default: nil)
        try fields.finish()
        return Result(settings: settings, credentials: credentials)
    }

    private static func padding(_ fields: FieldReader) -> Field<Int?> {
        fields.string("padding").map { text -> Int?? in
            if text == "none" { return .some(nil) }
            guard let multiple = paddings.first(where: { String($0) == text }) else {
                return fields.refuse("padding", .oneOf(["none"] + paddings.map(String.init)))
            }
            return .some(multiple)
        }
    }

    /// Sets or removes a credential; a damaged one gives way to it.
    private static func change<Credential>(
        _ credential: inout Credential?, of provider: Provider, _ damaged: inout Set<Provider>,
        _ field: Field<Credential>
    ) {
        guard !field.isAbsent else { return }
        credential = field.value
        damaged.remove(provider)
    }

    private static func change<Setting>(_ setting: inout Setting, _ field: Field<Setting>, default: Setting) {
        switch field {
        case .absent: break
        case .null: setting = `default`
        case .value(let value): setting = value
        }
    }
}
