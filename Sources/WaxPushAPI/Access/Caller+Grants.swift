// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore

extension Caller {
    /// The number of the API key that it is; nil for an OAuth client.
    var keyNumber: Int64? {
        if case .apiKey(let seq) = identity { seq } else { nil }
    }

    /// Throws unless the caller itself has all that it is about to give, by what the database says at this moment:
    /// a key that was revoked or cut down while its request was under way passes nothing on.
    func checkGrant(_ permissions: Permissions, _ sql: any SQLConnection, _ vault: Vault) throws {
        var own = self.permissions
        if let keyNumber {
            guard let key = try APIKeyTable(sql, vault).find(seq: keyNumber) else { throw APIError.unauthenticated }
            own = key.permissions
        }
        if let required = own.excess(of: permissions) { throw APIError.permissionDenied(required) }
    }
}
