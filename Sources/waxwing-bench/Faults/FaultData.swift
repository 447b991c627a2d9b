// SPDX-License-Identifier: Apache-2.0
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

    /// An API key of the account that has the app.
    let key: String
    /// The app's public id.
    let app: String
    /// The token of each device, by the device's public id.
    let tokens: [String: String]
    private let work: String
    private let owner: Owner
    private let groups: [BulkDevices]

    /// Makes the directory in `work`, and its master key beside it.
    init(in work: String, count: Int, simulator: Simulator, credentials: PushAppCredentials) throws {
        self.work = work
        groups = [
            simulator.newDevices(count - count / 2, for: .ios(bundleID: Self.bundleID), keyCount: 16),
            simulator.newDevices(max(1, count / 2), for: .android(projectID: Self.projectID), keyCount: 16),
        ]
        let storage = try Self.open(work)
        defer { storage.close() }
        let (vault, random, now) = (storage.vault, SystemRandom(), SystemTime().now())
        let secret = APIKeySecret(mode: .live, random: random)
        key = secret.text
        owner = Owner(account: try storage.addAccount(keys: [secret]), mode: .live)
        let (id, seq) = try storage.addApp(credentials, of: owner)
        app = id
        let groups = groups
        var tokens: [String: String] = [:]
        for start in stride(from: 0, to: count, by: Self.batch) {
            let made = try storage.database.writeAndWait { sql in
                let devices = DeviceTable(sql, vault)
                return try (start..<min(start + Self.batch, count)).map { index in
                    // In turns, so that something is under way to both providers at any time.
                    let (group, platform) = (groups[index % 2], index % 2 == 0 ? Platform.ios : .android)
                    let token = group.token(at: index / 2)
                    let key = group.encryptionPublicKey(at: index / 2).flatMap { HKPublicKey($0) }
                    let registration = DeviceRegistration(
                        app: seq, platform: platform, token: token,
                        environment: platform == .ios ? .production : nil, key: key.map { .set($0) } ?? .keep)
                    let (device, _) = try devices.register(
                        registration, newID: ULID(time: now, random: random), now: now)
                    return (PublicID(.device, device.id).text, token)
                }
            }
            tokens.merge(made) { first, _ in first }
        }
        self.tokens = tokens
    }

    /// The data directory.
    var directory: String { Self.directory(in: work) }

    /// How many devices were reached so often, by the number of times.
    var devicesByArrivals: [Int] {
        groups.map(\.devicesByArrivals).reduce(into: []) { sums, counts in
            for (times, count) in counts.enumerated() {
                if times < sums.count { sums[times] += count } else { sums.append(count) }
            }
        }
    }

    /// Whether what a sample of the devices was sent opens, and says `title`.
    func sampleOpens(as title: String) -> Bool { groups.sampleOpens(as: title) }

    /// What a server that is gone had announced and not brought to an end: the number of the attempt, by device token.
    ///
    /// It is read in a copy, so that the next server finds everything as the dead one has left it.
    func unfinished(push: String) throws -> [String: Int] {
        let copy = try WorkDirectory(in: work)
        _ = try DataDirectory(Self.directory(in: copy.path))
        for name in ["data.key", "data/waxwing.db", "data/waxwing.db-wal"] {
            try BinaryFile.copy("\(work)/\(name)", to: "\(copy.path)/\(name)")
        }
        let storage = try Self.open(copy.path)
        defer { storage.close() }
        let (vault, owner, count) = (storage.vault, owner, tokens.count)
        let deliveries = try storage.database.read { sql in
            guard let id = PublicID(.push, text: push), let push = try PushTable(sql, vault).find(id.ulid, owner: owner)
            else { throw BenchmarkFailure("the push is lost") }
            return try DeliveryTable(sql, vault).list(
                push: push.seq, state: .sending, errorCode: nil, before: nil, limit: count)
        }
        return try deliveries.reduce(into: [:]) { attempts, delivery in
            guard let token = tokens[PublicID(.device, delivery.deviceID).text] else {
                throw BenchmarkFailure("a delivery for no device")
            }
            attempts[token] = Int(delivery.attempts)
        }
    }

    private static func directory(in work: String) -> String { "\(work)/data" }

    private static func open(_ work: String) throws -> Storage {
        try Storage(try DataDirectory(directory(in: work)), masterKey: .besideData)
    }
}
