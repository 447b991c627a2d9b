// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxSystem

/// What Apple and Google have on record: the credentials that they issued and the devices that they know.
struct Registry: Sendable {
    /// A signing key that Apple issued.
    struct APNsKey: Sendable {
        let teamID: String
        let publicKey: P256.Signing.PublicKey
        /// The one environment it is limited to; nil for both.
        let environment: SimulatedApp.Environment?
    }

    /// A service account of Google's.
    struct ServiceAccount: Sendable {
        let projectID: String
        let keyID: String
        let publicKey: RSAVerifyingKey
    }

    /// A token that Google's OAuth service issued.
    struct AccessToken: Sendable {
        let projectID: String
        let expiresAt: Timestamp
    }

    var apnsKeys: [String: APNsKey] = [:]
    /// The team that each app belongs to, by bundle id.
    var teams: [String: String] = [:]
    /// By the account's email.
    var serviceAccounts: [String: ServiceAccount] = [:]
    var projects: Set<String> = []
    private(set) var accessTokens: [String: AccessToken] = [:]
    /// Provider tokens whose signature has been verified, which costs more than all else.
    private(set) var verifiedTokens: [String: APNsProviderToken] = [:]
    private var devices: [String: RegisteredDevice] = [:]
    /// Devices that were made many at a time, by the end that their tokens share.
    private var bulk: [String: BulkDevices] = [:]
    /// When devices of those were removed.
    private var bulkDeaths: [String: Timestamp] = [:]

    private static let memoLimit = 256
    private static let accessTokenLimit = 10_000
}

extension Registry {
    mutating func add(_ device: RegisteredDevice, token: String) { devices[token] = device }

    mutating func add(_ devices: BulkDevices) { bulk[devices.tokenSuffix] = devices }

    /// The device with this token; nil when there is none.
    func device(_ token: String) -> RegisteredDevice? {
        if let device = devices[token] { return device }
        guard !bulk.isEmpty else { return nil }
        for length in BulkDevices.prefixLengths where token.utf8.count > length {
            let suffix = String(decoding: token.utf8.dropFirst(length), as: UTF8.self)
            if let devices = bulk[suffix], let index = devices.index(of: token) {
                return RegisteredDevice(
                    app: devices.app, owner: .bulk(devices, index), diedAt: bulkDeaths[token])
            }
        }
        return nil
    }

    /// Removes the app from a device, or installs it again with `time` nil; false for a token that nobody has.
    mutating func setDeath(of token: String, at time: Timestamp?) -> Bool {
        if devices[token] != nil {
            devices[token]?.diedAt = time
            return true
        }
        guard device(token) != nil else { return false }
        bulkDeaths[token] = time
        return true
    }

    /// Makes the app known to its provider.
    mutating func note(_ app: SimulatedApp) {
        if case .android(let projectID) = app { projects.insert(projectID) }
    }

    mutating func revoke(apnsKey keyID: String) {
        apnsKeys[keyID] = nil
        verifiedTokens.removeAll()
    }

    mutating func revokeAccessTokens() { accessTokens.removeAll() }

    mutating func remember(_ token: APNsProviderToken, as text: String) {
        if verifiedTokens.count >= Self.memoLimit { verifiedTokens.removeAll() }
        verifiedTokens[text] = token
    }

    /// Keeps an access token; those that have ended go when there are many.
    mutating func add(_ token: AccessToken, as text: String, now: Timestamp) {
        if accessTokens.count >= Self.accessTokenLimit {
            accessTokens = accessTokens.filter { $0.value.expiresAt > now }
        }
        accessTokens[text] = token
    }
}
