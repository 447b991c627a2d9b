// SPDX-License-Identifier: Apache-2.0
package import WaxDelivery
package import WaxHTTP
package import WaxPersonal
package import WaxProviders
package import WaxPushAPI
import WaxStore

/// All that a server is told at its start.
package struct ServerSettings: Sendable {
    package let dataDirectory: String
    package let masterKey: MasterKeySource
    package let http: HTTPServer.Configuration
    package let priceCents: Int64
    package let endpoints: ProviderEndpoints
    package let rateLimits: RateLimits
    package let outgoing: OutgoingSettings
    package let delivery: EngineConfiguration
    package let personal: PersonalService.Options

    package init(
        dataDirectory: String, masterKey: MasterKeySource, http: HTTPServer.Configuration, priceCents: Int64 = 0,
        endpoints: ProviderEndpoints, rateLimits: RateLimits = .standard,
        outgoing: OutgoingSettings = OutgoingSettings(), delivery: EngineConfiguration = EngineConfiguration(),
        personal: PersonalService.Options = PersonalService.Options()
    ) {
        self.dataDirectory = dataDirectory
        self.masterKey = masterKey
        self.http = http
        self.priceCents = priceCents
        self.endpoints = endpoints
        self.rateLimits = rateLimits
        self.outgoing = outgoing
        self.delivery = delivery
        self.personal = personal
    }
}

/// Where the master key is.
package enum MasterKeySource: Sendable {
    /// In a file beside the data directory, made with the database.
    case besideData
    case file(String)
    /// In the environment variable `WAXWING_MASTER_KEY`.
    case text(String)

    func open(_ directory: DataDirectory) throws -> MasterKey {
        switch self {
        case .besideData: try Self.file(directory.defaultMasterKeyFile, directory)
        case .file(let path): try Self.file(path, directory)
        case .text(let text): try MasterKey(environment: text, variable: "WAXWING_MASTER_KEY")
        }
    }

    /// A new key opens nothing of a database that is there: one made now would only hide that the right one is missing.
    private static func file(_ path: String, _ directory: DataDirectory) throws -> MasterKey {
        try directory.hasDatabase ? MasterKey(path: path) : MasterKey.openOrCreate(path: path)
    }
}
