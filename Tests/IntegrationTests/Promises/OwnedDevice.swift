// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import WaxEnvelope
import WaxJSON
import WaxSimulator

/// A registered device whose private key the test has, so that no package stands between it and what arrives.
struct OwnedDevice: Sendable {
    let app: SimulatedApp
    let token: String
    let keys: DeviceKeys
    /// What the registration was answered with.
    let object: JSONValue

    var id: String { object["id"]?.stringValue ?? "" }
}

extension ClockedStage {
    static let platforms = [Stage.iPhone, Stage.android]

    /// A new device of a user, registered, with its key unless that is not wanted.
    func device(
        _ app: SimulatedApp, user: String = "user", keys: DeviceKeys = DeviceKeys(), withKey: Bool = true,
        adding members: JSONObject = [:]
    ) async throws -> OwnedDevice {
        let token = simulator.newDevice(for: app)
        let object = try await register(
            token, of: app, user: user, key: withKey ? keys.publicKey.text : nil, adding: members)
        return OwnedDevice(app: app, token: token, keys: keys, object: object)
    }

    /// Registers the token of a device again.
    @discardableResult
    func register(
        again device: OwnedDevice, key: String? = nil, adding members: JSONObject = [:]
    ) async throws -> JSONValue {
        try await register(device.token, of: device.app, user: "user", key: key, adding: members)
    }

    /// What Apple and Google were given for a device, oldest first.
    func requests(to device: OwnedDevice) throws -> [ReceivedPush] {
        try received.filter { request in
            switch device.app {
            case .ios: request.path == "/3/device/\(device.token)"
            case .android: try request.json["message"]?["token"]?.stringValue == device.token
            case .web: request.path == "/push/\(device.token)"
            }
        }
    }

    /// The one thing that was given for a device.
    func request(to device: OwnedDevice) throws -> ReceivedPush {
        let requests = try requests(to: device)
        guard let request = requests.first, requests.count == 1 else {
            throw TestFailure("the device was sent \(requests.count) pushes")
        }
        return request
    }

    /// Sends a push to one user, and returns the one thing that was given for a device of theirs.
    func request(_ push: JSONObject, to device: OwnedDevice) async throws -> ReceivedPush {
        guard try await send(to: "user", push)["status"] == "sent" else { throw TestFailure("the push was not sent") }
        return try request(to: device)
    }

    /// Sends a push to the one device of `user`, whose provider puts it off, and waits until that is written down; its id.
    func putOff(_ push: JSONObject) async throws -> String {
        let id = try await api.send(self.push(to: "user", push))
        try await api.delivery(of: id) { $0["status"] == "queued" && $0["attempts"] == 1 }
        return id
    }

    /// Moves the clock so far that what `schedule` was told is due, and waits for its end.
    func finish(_ push: String, after span: Duration) async throws -> APIClient.Answer {
        advance(by: span)
        return try await api.finished(push)
    }
}
