// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxServer
import WaxStore
import WaxSystem

/// What every benchmark's database begins with.
extension Storage {
    /// Adds the account and its API keys; returns its identifier.
    func addAccount(keys secrets: [APIKeySecret]) throws -> Int64 {
        let (vault, random, now) = (vault, SystemRandom(), SystemTime().now())
        return try database.writeAndWait { sql in
            let keys = APIKeyTable(sql, vault)
            let account = try keys.account(named: "default", now: now)
            for secret in secrets {
                try keys.insert(
                    secret, id: ULID(time: now, random: random), account: account, label: nil, permissions: .full,
                    now: now)
            }
            return account
        }
    }

    /// Adds an app; returns its public identifier and the one that its devices are stored with.
    func addApp(_ credentials: PushAppCredentials, of owner: Owner) throws -> (id: String, seq: Int64) {
        let (vault, now) = (vault, SystemTime().now())
        let id = ULID(time: now, random: SystemRandom())
        let seq = try database.writeAndWait { sql in
            let apps = PushAppTable(sql, vault)
            try apps.insert(PushAppSettings(name: "Benchmark"), credentials, id: id, owner: owner, now: now)
            return try apps.seq(of: id, owner: owner)
        }
        guard let seq else { throw BenchmarkFailure("no app was made") }
        return (PublicID(.app, id).text, seq)
    }
}
