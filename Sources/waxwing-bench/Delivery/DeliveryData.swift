// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxProviders
import WaxRecords
import WaxServer
import WaxStore
import WaxSystem

/// A data directory with apps that have many devices, half of them of Apple's, half of Google's.
struct DeliveryData {
    private static let keyCount = 4096
    private static let batch = 100
    /// How many batches share a commit; with more, protected values could not be counted fast enough.
    private static let batchesAtOnce = 100

    let directory: String
    /// The devices of each app.
    let count: Int
    /// An API key of the account that has the apps.
    let key: String
    /// An app whose devices all have a key.
    let sealedApp: String
    /// An app whose devices have none; it has no devices unless they were asked for.
    let plainApp: String

    /// Makes the directory.
    init(in directory: String, count: Int, hasPlain: Bool, credentials: PushAppCredentials) throws {
        self.directory = directory
        self.count = count
        var options = DatabaseOptions()
        // Tokens are found by a hash, so they enter their index in no order.
        options.writerCache = 512 * 1024
        let storage = try Storage(try DataDirectory(directory), masterKey: .besideData, options: options)
        defer { storage.close() }
        let secret = APIKeySecret(mode: .live, random: SystemRandom())
        key = secret.text
        let owner = Owner(account: try storage.addAccount(keys: [secret]), mode: .live)
        let keys = (0..<Self.keyCount).map { _ in HKPublicKey(P256.KeyAgreement.PrivateKey().publicKey) }
        sealedApp = try Self.addApp(owner, credentials, devices: count, keys: keys, storage)
        plainApp = try Self.addApp(owner, credentials, devices: hasPlain ? count : 0, keys: [], storage)
    }

    /// Adds an app with so many devices, which share `keys` or have none; returns its identifier.
    private static func addApp(
        _ owner: Owner, _ credentials: PushAppCredentials, devices count: Int, keys: [HKPublicKey], _ storage: Storage
    ) throws -> String {
        let (vault, random, now) = (storage.vault, SystemRandom(), SystemTime().now())
        let (id, app) = try storage.addApp(credentials, of: owner)
        // Many small writes that share a commit: SQLite takes ever longer for each statement of a large one.
        let failure = Locked<(any Error)?>(nil)
        for start in stride(from: 0, to: count, by: Self.batch) {
            storage.database.enqueue { sql in
                let devices = DeviceTable(sql, vault)
                for index in start..<min(start + Self.batch, count) {
                    _ = try devices.register(
                        registration(app: app, index, key: keys.isEmpty ? nil : keys[index / 2 % keys.count], random),
                        newID: ULID(time: now, random: random), now: now)
                }
            } completion: { (result: Result<Void, any Error>) in
                if case .failure(let error) = result { failure.withLock { $0 = error } }
            }
            // Waits for all before it.
            if (start / Self.batch).isMultiple(of: Self.batchesAtOnce) { try storage.database.writeAndWait { _ in } }
        }
        try storage.database.writeAndWait { _ in }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return id
    }

    private static func registration(
        app: Int64, _ index: Int, key: HKPublicKey?, _ random: SystemRandom
    ) -> DeviceRegistration {
        let isApple = index.isMultiple(of: 2)
        let token =
            isApple
            ? random.bytes(32).map { hexadecimal($0) }.joined()
            : Base64URL.encode(random.bytes(16)) + ":APA91b" + Base64URL.encode(random.bytes(100))
        return DeviceRegistration(
            app: app, platform: isApple ? .ios : .android, token: token, environment: isApple ? .production : nil,
            key: key.map { .set($0) } ?? .keep)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
