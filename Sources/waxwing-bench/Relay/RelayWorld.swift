// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxRelay
import WaxSystem

/// The files of a relay that a benchmark runs, and tokens that are sealed to it.
struct RelayWorld {
    static let host = "relay.example"
    static let app = "com.example.benchmark"

    let directory: String
    let key: RelayPublicKey
    let root: String
    let hour = UInt32(SystemTime().now().seconds / 3600)
    private let secrets: RelaySecrets

    /// Makes keys and configuration in a directory; `apps` is the configuration's member of that name.
    init(directory: String, apps: JSONValue = .object([app: [:]])) throws {
        self.directory = directory
        let keys = RelayKeyDirectory("\(directory)/keys")
        root = try RelayKeyCommands(keys).initialize(relay: Self.host, hour: hour)
        guard let plan = try keys.plan(), let key = plan.active(hour: hour)?.key, let secrets = try keys.secrets()
        else {
            throw BenchmarkFailure("no keys were made")
        }
        self.key = key
        self.secrets = secrets
        let many: JSONValue = 1_000_000_000
        let limits: JSONObject = [
            "connection_per_minute": many, "connection_burst": many, "cipher_burst": many, "cipher_per_day": many,
            "opens_per_second": 1_000_000, "alert_seconds": 1, "alert_burst": many, "alert_per_hour": many,
            "device_per_minute": many, "device_per_hour": many,
        ]
        let configuration: JSONValue = ["apps": apps, "limits": .object(limits)]
        try TextFile.write(String(decoding: configuration.compact, as: UTF8.self), to: "\(directory)/relay.json")
    }

    /// What a token for a contact says; the device has opted in.
    func content(_ address: PushAddress, contact: UInt64 = 0) -> SealedTokenContent {
        let expires = hour + 2000
        return SealedTokenContent(
            address: address, app: Self.app, policy: .visibleFallback, issued: hour, expires: hour + 1000,
            reference: contact.bigEndianBytes + contact.bigEndianBytes,
            revocationTag: SealedTokenProof.revocationTag(of: Self.secret(contact)),
            wakeKey: [UInt8](repeating: 7, count: 16),
            ticket: secrets.ticket(of: address.ticketMessage(app: Self.app, expires: expires)),
            ticketExpires: expires)
    }

    func token(_ content: SealedTokenContent) throws -> SealedToken { try SealedToken.seal(content, to: key) }

    static func secret(_ contact: UInt64) -> [UInt8] { Array(SHA256.hash(data: contact.bigEndianBytes)) }

    /// A device of Google's, by its number.
    static func address(_ device: Int) -> PushAddress {
        .fcm(token: "device\(device):" + String(repeating: "x", count: 140))
    }
}
