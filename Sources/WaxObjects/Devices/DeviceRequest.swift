// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
package import WaxFields
package import WaxJSON
import WaxProviders
package import WaxRecords
package import WaxSystem

/// The body of a request that registers a device.
package struct DeviceRequest: Sendable {
    /// The app that the body names; nil when it is no app's identifier, or when the body names none.
    package let appID: ULID?
    private let platform: Platform
    private let address: DeviceAddress
    private let previousToken: String?
    private let userID: DeviceRegistration.Change<String>
    private let environment: APNsEnvironment?
    private let key: DeviceRegistration.Change<HKPublicKey>

    /// A browser's endpoint may be an http URL where `allowsHTTP` says so, and the app is in the body where `namesApp`
    /// does. Throws `FieldProblems`.
    package init(_ body: JSONObject, mode: Mode, allowsHTTP: Bool, namesApp: Bool = true) throws(FieldProblems) {
        let fields = FieldReader(body)
        let appID = namesApp ? fields.string("app_id", required: true) : .absent
        let platform = fields.choice("platform", of: Platform.self, required: true).value
        let address = DeviceAddress.read(fields, platform, allowsHTTP: allowsHTTP)
        previousToken = DeviceAddress.readPrevious(fields, platform)
        if let address, previousToken?.utf8.elementsEqual(address.lookup.utf8) == true {
            fields.report("previous_token", .duplicate)
        }
        if mode == .test, address?.isUnknownTest == true {
            fields.report("token.endpoint", .format(Self.testEndpointRule))
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
        guard let platform, let address else {
            preconditionFailure("a device without problems has a platform and a token")
        }
        self.appID = PublicID(.app, text: appID.value ?? "")?.ulid
        self.platform = platform
        self.address = address
    }

    /// The form that is stored of where the device is reached.
    package var token: String { address.stored }

    /// Whether only a test device can have the token.
    package var isForTests: Bool { address.isForTests }

    private func registration(app: Int64) -> DeviceRegistration {
        switch address {
        case .token(let token):
            DeviceRegistration(
                app: app, platform: platform, token: token, userID: userID, environment: environment, key: key)
        case .subscription(let subscription):
            DeviceRegistration(app: app, subscription: subscription, userID: userID, key: key)
        }
    }

    /// What is made of it before the database is asked, in case the device is new.
    package func secrets(newID: ULID, _ vault: Vault) throws -> DeviceSecrets {
        try DeviceSecrets(token: address.stored, lookup: address.lookup, key: key, id: newID, vault)
    }

    /// Registers the device, and retires the one whose token it replaces.
    package func register(
        in app: Int64, _ devices: DeviceTable, _ secrets: DeviceSecrets, now: Timestamp
    ) throws -> (device: Device, isNew: Bool, retired: Int64?) {
        let retired = try previousToken.flatMap {
            try devices.retire(app: app, platform: platform, token: $0, now: now)
        }
        let (device, isNew) = try devices.register(registration(app: app), secrets, now: now)
        return (device, isNew, retired)
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
    private static let testEndpointRule = LocalizedText(
        "must end in one of the test tokens, because its last part begins test_",
        "doit se terminer par l'un des jetons de test, car sa dernière partie commence par test_")
}
