// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxFields
import WaxJSON
import WaxProviders
import WaxRecords
import WaxSystem

/// The body of `PUT /v1/push/devices`.
struct DeviceRequest {
    let appID: ULID?
    private let platform: Platform
    let token: String
    private let previousToken: String?
    private let userID: DeviceRegistration.Change<String>
    private let environment: APNsEnvironment?
    private let key: DeviceRegistration.Change<HKPublicKey>

    init(_ body: JSONObject, mode: Mode) throws {
        let fields = FieldReader(body)
        let appID = fields.string("app_id", required: true)
        let platform = fields.choice("platform", of: Platform.self, required: true).value
        let token = Self.token("token", fields, platform, required: true)
        previousToken = Self.token("previous_token", fields, platform, required: false)
        if let token, previousToken?.utf8.elementsEqual(token.utf8) == true {
            fields.report("previous_token", .duplicate)
        }
        userID = Self.change(fields.string("user_id", length: 1...255))
        environment = fields.choice("apns_environment", of: APNsEnvironment.self, nullable: false).value
        if let platform, platform != .ios, environment != nil {
            fields.report("apns_environment", .notAllowed(Self.iosOnly))
        }
        key = Self.change(
            fields.string("encryption_public_key").map { text in
                HKPublicKey(text) ?? fields.refuse("encryption_public_key", .format(Self.keyRule))
            })
        try fields.finish()
        guard let platform, let token else { throw APIError(.internalError) }
        if mode == .live, MagicToken.isReserved(token) { throw APIError(.testTokenNotAllowed) }
        self.appID = PublicID(.app, text: appID.value ?? "")?.ulid
        self.platform = platform
        self.token = token
    }

    private func registration(app: Int64) -> DeviceRegistration {
        DeviceRegistration(
            app: app, platform: platform, token: token, userID: userID, environment: environment, key: key)
    }

    /// What is made of it before the database is asked, in case the device is new.
    func secrets(newID: ULID, _ vault: Vault) throws -> DeviceSecrets {
        try DeviceSecrets(token: token, key: key, id: newID, vault)
    }

    /// Registers the device, and retires the one whose token it replaces.
    func register(
        in app: Int64, _ devices: DeviceTable, _ secrets: DeviceSecrets, now: Timestamp
    ) throws -> (device: Device, isNew: Bool, retired: Int64?) {
        let retired = try previousToken.flatMap {
            try devices.retire(app: app, platform: platform, token: $0, now: now)
        }
        let (device, isNew) = try devices.register(registration(app: app), secrets, now: now)
        return (device, isNew, retired)
    }

    private static func token(_ name: String, _ fields: FieldReader, _ platform: Platform?, required: Bool) -> String? {
        fields.string(name, required: required, nullable: !required).map { text -> String? in
            switch platform {
            case nil: return text
            case .ios?:
                if MagicToken(token: text) != nil { return text }
                let bytes = text.utf8
                guard bytes.count.isMultiple(of: 2), (2...400).contains(bytes.count), bytes.allSatisfy(isHexadecimal)
                else { return fields.refuse(name, .format(iosTokenRule)) }
                return bytes.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
                    ? text.lowercased() : text
            case .android?:
                guard (1...4096).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                    !MagicToken.isReserved(text) || MagicToken(token: text) != nil
                else { return fields.refuse(name, .format(androidTokenRule)) }
                return text
            }
        }.value
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    private static func change<Value: Sendable>(_ field: Field<Value>) -> DeviceRegistration.Change<Value> {
        switch field {
        case .absent: .keep
        case .null: .clear
        case .value(let value): .set(value)
        }
    }

    private static let iosOnly = LocalizedText("is for the platform ios only", "ne vaut que pour la plateforme ios")
    private static let keyRule = LocalizedText(
        "must be an uncompressed P-256 point: 65 bytes, base64url without padding",
        "doit être un point P-256 non compressé: 65 octets, base64url sans remplissage")
    private static let iosTokenRule = LocalizedText(
        "must be hexadecimal with an even number of digits, 2 to 400, or one of the test tokens",
        "doit être hexadécimal, avec un nombre pair de chiffres de 2 à 400, ou l'un des jetons de test")
    private static let androidTokenRule = LocalizedText(
        "must be 1 to 4096 printable characters without spaces; one that begins test_ must be one of the test tokens",
        "doit compter de 1 à 4096 caractères imprimables sans espaces; s'il commence par test_, être l'un des jetons de test"
    )
}
