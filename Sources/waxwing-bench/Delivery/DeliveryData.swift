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
    private static let batch = 5000

    let directory: String
    /// An API key of the account that has the apps.
    let key: String
    /// The apps: one for each member of `sealed`.
    let apps: [String]

    /// Makes the directory, and an app with `count` devices for each member of `sealed`, which says whether they have keys.
    init(
        in directory: String, count: Int, sealed: [Bool], credentials: PushAppCredentials
    ) throws {
        var options = DatabaseOptions()
        // Tokens are found by a hash, so they enter their index in no order.
        options.writerCache = 512 * 1024
        let storage = try Storage(try DataDirectory(directory), masterKey: .besideData, options: options)
        defer { storage.close() }
        let (vault, random, time) = (storage.vault, SystemRandom(), SystemTime())
        let secret = APIKeySecret(mode: .live, random: random)
        self.directory = directory
        key = secret.text
        let publicKeys = (0..<Self.keyCount).map { _ in HKPublicKey(P256.KeyAgreement.PrivateKey().publicKey) }
        let now = time.now()
        let account = try storage.database.writeAndWait { sql in
            let keys = APIKeyTable(sql, vault)
            let account = try keys.account(named: "default", now: now)
            try keys.insert(
                secret, id: ULID(time: now, random: random), account: account, label: nil, permissions: .full, now: now)
            return account
        }
        apps = try sealed.map { isSealed in
            let id = ULID(time: now, random: random)
            let app = try storage.database.writeAndWait { sql in
                let owner = Owner(account: account, mode: .live)
                let apps = PushAppTable(sql, vault)
                try apps.insert(PushAppSettings(name: "Benchmark"), credentials, id: id, owner: owner, now: now)
                return try apps.seq(of: id, owner: owner)
            }
            guard let app else { throw BenchmarkFailure("no app was made") }
            for start in stride(from: 0, to: count, by: Self.batch) {
                let now = time.now()
                try storage.database.writeAndWait { sql in
                    let devices = DeviceTable(sql, vault)
                    for index in start..<min(start + Self.batch, count) {
                        let key = publicKeys[index / 2 % publicKeys.count]
                        _ = try devices.register(
                            Self.registration(app: app, index, key: isSealed ? .set(key) : .keep, random),
                            newID: ULID(time: now, random: random), now: now)
                    }
                }
            }
            return PublicID(.app, id).text
        }
    }

    private static func registration(
        app: Int64, _ index: Int, key: DeviceRegistration.Change<HKPublicKey>, _ random: SystemRandom
    ) -> DeviceRegistration {
        let isApple = index.isMultiple(of: 2)
        let token =
            isApple
            ? random.bytes(32).map { hexadecimal($0) }.joined()
            : Base64URL.encode(random.bytes(16)) + ":APA91b" + Base64URL.encode(random.bytes(100))
        return DeviceRegistration(
            app: app, platform: isApple ? .ios : .android, token: token, environment: isApple ? .production : nil,
            key: key)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
