// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import WaxEnvelope
import WaxHTTP
import WaxJSON

extension ControlAPI {
    private enum Platform: String, CaseIterable {
        case ios, android, web
    }

    func makePhone(_ body: [UInt8]) throws -> HTTPResponse {
        let fields = try ControlFields(
            body,
            allows: [
                "platform", "bundle_id", "environment", "project_id", "application_server_key", "notification_key",
            ])
        let app: SimulatedApp
        switch try fields.choice("platform", Platform.self) {
        case .ios:
            app = .ios(
                bundleID: try fields.required("bundle_id"),
                environment: try fields.choice("environment", SimulatedApp.Environment.self) ?? .production)
        case .android: app = .android(projectID: try fields.required("project_id"))
        case .web: app = .web(applicationServerKey: try fields.required("application_server_key"))
        case nil: throw ControlProblem(422, "'platform' is missing")
        }
        var notificationKey: PW1Key?
        if let text = try fields.string("notification_key") {
            guard let key = try? PW1Key(text) else {
                throw ControlProblem(422, "'notification_key' must be 64 hexadecimal digits")
            }
            notificationKey = key
        }
        let phone = simulator.newPhone(for: app)
        if let notificationKey { phone.addNotificationKey(notificationKey) }
        return try response(phone, phone.encryptionPublicKey(), status: 201)
    }

    func rotateKey(_ token: String) throws -> HTTPResponse {
        let phone = try phone(token)
        return try response(phone, phone.rotateEncryptionKey(), status: 200)
    }

    func removePhone(_ token: String) throws(ControlProblem) -> HTTPResponse {
        guard simulator.removeApp(fromDevice: token) else { throw Self.unknownPhone }
        return .empty()
    }

    /// Answers at once, or as soon as `at_least` notifications were shown or `within_ms` milliseconds have passed.
    func shown(_ token: String, _ head: HTTPRequestHead) async throws(ControlProblem) -> HTTPResponse {
        let phone = try phone(token)
        let (count, limit) = try Self.patience(head)
        let shown = await phone.shown(atLeast: count, within: limit) ?? phone.shown
        return .json(JSONValue.object(["shown": .array(shown.map(\.json))]).compact)
    }

    /// Answers as `shown` does.
    func received(_ head: HTTPRequestHead) async throws(ControlProblem) -> HTTPResponse {
        let (count, limit) = try Self.patience(head)
        let received = await simulator.received(atLeast: count, within: limit) ?? simulator.received
        return .json(JSONValue.object(["received": .array(received.map(\.json))]).compact)
    }

    func clearLog() -> HTTPResponse {
        simulator.clearLog()
        return .empty()
    }

    private static let unknownPhone = ControlProblem(404, "there is no phone with this token")
    private static let longestWait = 60_000

    private func phone(_ token: String) throws(ControlProblem) -> SimulatedPhone {
        guard let phone = simulator.phone(token: token) else { throw Self.unknownPhone }
        return phone
    }

    private func response(_ phone: SimulatedPhone, _ key: EncryptionPublicKey, status: Int) -> HTTPResponse {
        var object: JSONObject = ["token": .string(phone.token)]
        switch phone.app {
        case .ios(let bundleID, let environment):
            object["platform"] = "ios"
            object["bundle_id"] = .string(bundleID)
            object["environment"] = .string(environment.rawValue)
        case .android(let projectID):
            object["platform"] = "android"
            object["project_id"] = .string(projectID)
        case .web:
            object["platform"] = "web"
            object["subscription"] = JSONValue(phone.subscription)
        }
        object["public_key"] = .string(key.publicKey)
        object["key_id"] = .string(key.keyID)
        return .json(JSONValue.object(object).compact, status: status)
    }

    private static func patience(_ head: HTTPRequestHead) throws(ControlProblem) -> (count: Int, limit: Duration) {
        let count = head.queryValue("at_least").map { Int($0) } ?? 0
        let limit = head.queryValue("within_ms").map { Int($0) } ?? 0
        guard let count, let limit, count >= 0, (0...longestWait).contains(limit) else {
            throw ControlProblem(
                422, "'at_least' and 'within_ms' must be whole numbers, the second up to \(longestWait)")
        }
        return (count, .milliseconds(limit))
    }
}

extension JSONValue {
    /// A subscription as a push server registers it.
    fileprivate init(_ subscription: SimulatedSubscription?) {
        guard let subscription else {
            self = .null
            return
        }
        self = [
            "endpoint": .string(subscription.endpoint), "p256dh": .string(subscription.p256dh),
            "auth": .string(subscription.auth),
        ]
    }
}
