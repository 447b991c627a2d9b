// SPDX-License-Identifier: Apache-2.0
import WaxRecords

/// The opened credentials of the apps that were sent for last: opening them takes longer than sending a push.
struct CredentialCache {
    static let limit = 64

    private struct Entry {
        let apns: [UInt8]?
        let fcm: [UInt8]?
        let webPush: [UInt8]?
        let credentials: PushAppCredentials
    }

    private var entries: [Int64: Entry] = [:]

    var count: Int { entries.count }

    /// The credentials of `app` as it was read.
    mutating func open(_ app: PushApp, _ vault: Vault) -> PushAppCredentials {
        if let entry = entries[app.seq], entry.apns == app.protectedAPNs, entry.fcm == app.protectedFCM,
            entry.webPush == app.protectedWebPush
        {
            return entry.credentials
        }
        let credentials = PushAppTable.credentials(of: app, vault)
        guard credentials.damaged.isEmpty else { return credentials }
        if entries.count >= Self.limit, entries[app.seq] == nil { entries.removeAll(keepingCapacity: true) }
        entries[app.seq] = Entry(
            apns: app.protectedAPNs, fcm: app.protectedFCM, webPush: app.protectedWebPush, credentials: credentials)
        return credentials
    }
}
