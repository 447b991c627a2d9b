// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxJSON
import WaxProviders
import WaxRecords

/// The body of a request that makes or changes a push app.
struct AppRequest {
    private let name: Field<String>
    private let apns: Field<APNsCredential>
    private let fcm: Field<FCMCredential>
    private let requireEncryption: Field<Bool>
    private let placeholderTitle: Field<String>
    private let placeholderBody: Field<String>
    private let padding: Field<Int?>

    static let paddings = [64, 128, 256, 512, 1024]

    init(_ body: JSONObject, creating: Bool, tokenURIHosts: [String]) throws {
        let fields = FieldReader(body)
        name = fields.string("name", required: creating, nullable: false, length: 1...100)
        apns = Self.credential("apns", fields) { try APNsCredential(json: $0) }
        fcm = Self.serviceAccount(fields, tokenURIHosts: tokenURIHosts)
        requireEncryption = fields.bool("require_encryption", nullable: false)
        placeholderTitle = fields.string("placeholder_title", length: 1...200)
        placeholderBody = fields.string("placeholder_body", length: 0...500)
        padding = fields.string("padding", nullable: true).map { text -> Int?? in
            if text == "none" { return .some(nil) }
            guard let multiple = Self.paddings.first(where: { String($0) == text }) else {
                return fields.refuse("padding", .oneOf(["none"] + Self.paddings.map(String.init)))
            }
            return .some(multiple)
        }
        try fields.finish()
    }

    /// The settings of a new app.
    var settings: PushAppSettings {
        var settings = PushAppSettings(name: name.value ?? "")
        apply(to: &settings)
        return settings
    }

    /// Changes what was sent: null restores a default or removes a provider.
    func apply(to settings: inout PushAppSettings) {
        if let name = name.value { settings.name = name }
        Self.change(&settings.apns, apns, default: nil) { $0 }
        Self.change(&settings.fcm, fcm, default: nil) { $0 }
        if let requireEncryption = requireEncryption.value { settings.requireEncryption = requireEncryption }
        Self.change(&settings.placeholderTitle, placeholderTitle, default: PushAppSettings.defaultPlaceholderTitle) {
            $0
        }
        Self.change(&settings.placeholderBody, placeholderBody, default: "") { $0 }
        Self.change(&settings.padding, padding, default: nil) { $0 }
    }

    private static func change<Value, Setting>(
        _ setting: inout Setting, _ field: Field<Value>, default: Setting, _ convert: (Value) -> Setting
    ) {
        switch field {
        case .absent: break
        case .null: setting = `default`
        case .value(let value): setting = convert(value)
        }
    }

    private static func credential<Value>(
        _ name: String, _ fields: FieldReader, _ read: (JSONObject) throws(CredentialError) -> Value
    ) -> Field<Value> {
        fields.object(name).map { object in
            do throws(CredentialError) {
                return try read(object)
            } catch {
                fields.report(error, below: name)
                return nil
            }
        }
    }

    private static func serviceAccount(_ fields: FieldReader, tokenURIHosts: [String]) -> Field<FCMCredential> {
        credential("fcm", fields) { object throws(CredentialError) in
            try FCMCredential(json: object, tokenURIHosts: tokenURIHosts)
        }
    }
}
