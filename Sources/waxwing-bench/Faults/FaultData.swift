// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxProviders
import WaxRecords
import WaxServer
import WaxSimulator
import WaxStore
import WaxSystem

/// A data directory with one app whose devices a simulator knows, half of them Apple's, half Google's.
struct FaultData {
    static let bundleID = "com.example.faults"
    static let projectID = "faults"
    private static let batch = 5000

    let directory: String
    /// An API key of the account that has the app.
    let key: String
    /// The app's public id.
    let app: String
    /// The token of each device, by the device's public id.
    let tokens: [String: String]
    private let groups: [BulkDevices]

    init(in directory: String, count: Int, simulator: Simulator, credentials: PushAppCredentials) throws {
        groups = [
            simulator.newDevices(count - count / 2, for: .ios(bundleID: Self.bundleID), keyCount: 16),
            simulator.newDevices(max(1, count / 2), for: .android(projectID: Self.projectID), keyCount: 16),
        ]
        let storage = try Storage(try DataDirectory(directory), masterKey: .besideData)
        defer { storage.close() }
        let (vault, random, now) = (storage.vault, SystemRandom(), SystemTime().now())
        let secret = APIKeySecret(mode: .live, random: random)
        let id = ULID(time: now, random: random)
        let app = try storage.database.writeAndWait { sql in
            let keys = APIKeyTable(sql, vault)
            let account = try keys.account(named: "default", now: now)
            try keys.insert(
                secret, id: ULID(time: now, random: random), account: account, label: nil, permissions: .full, now: now)
            let owner = Owner(account: account, mode: .live)
            let apps = PushAppTable(sql, vault)
            try apps.insert(PushAppSettings(name: "Faults"), credentials, id: id, owner: owner, now: now)
            return try apps.seq(of: id, owner: owner)
        }
        guard let app else { throw BenchmarkFailure("no app was made") }
        var tokens: [String: String] = [:]
        for (group, platform) in zip(groups, [Platform.ios, .android]) {
            for start in stride(from: 0, to: group.count, by: Self.batch) {
                let made = try storage.database.writeAndWait { sql in
                    let devices = DeviceTable(sql, vault)
                    return try (start..<min(start + Self.batch, group.count)).map { index in
                        let token = group.token(at: index)
                        let key = group.encryptionPublicKey(at: index).flatMap { HKPublicKey($0) }
                        let registration = DeviceRegistration(
                            app: app, platform: platform, token: token,
                            environment: platform == .ios ? .production : nil, key: key.map { .set($0) } ?? .keep)
                        let (device, _) = try devices.register(
                            registration, newID: ULID(time: now, random: random), now: now)
                        return (PublicID(.device, device.id).text, token)
                    }
                }
                tokens.merge(made) { first, _ in first }
            }
        }
        self.directory = directory
        self.tokens = tokens
        self.app = PublicID(.app, id).text
        key = secret.text
    }

    /// How many pushes have arrived at all devices.
    var arrivals: Int { groups.reduce(0) { $0 + $1.totalArrivals } }

    /// How many devices were reached so often, by the number of times.
    var devicesByArrivals: [Int] {
        groups.map(\.devicesByArrivals).reduce(into: []) { sums, counts in
            for (times, count) in counts.enumerated() {
                if times < sums.count { sums[times] += count } else { sums.append(count) }
            }
        }
    }

    /// Whether what a sample of the devices was sent opens, and says `title`.
    func sampleOpens(as title: String) -> Bool {
        let samples = groups.flatMap { $0.openSamples() }
        return !samples.isEmpty && samples.allSatisfy { $0.wasEncrypted && $0.content?.title == title }
    }
}
