// SPDX-License-Identifier: Apache-2.0

/// Where Apple and Google are reached, and whom to trust there.
package struct ProviderEndpoints: Hashable, Sendable {
    package let apns: HTTPSAddress
    package let apnsSandbox: HTTPSAddress
    package let fcm: HTTPSAddress
    /// A PEM file of certificate authorities that replaces the system's for the providers; nil for the system's.
    package let certificateFile: String?
    /// The hosts on which a service account may have its `token_uri`.
    package let tokenHosts: [HostRule]

    /// Reads the settings among `settings`; one that is missing or empty has the providers' own address.
    package init(settings: [String: String] = [:]) throws(SettingProblem) {
        apns = try Self.origin("WAXWING_APNS_URL", in: settings, otherwise: "https://api.push.apple.com")
        apnsSandbox = try Self.origin(
            "WAXWING_APNS_SANDBOX_URL", in: settings, otherwise: "https://api.sandbox.push.apple.com")
        fcm = try Self.origin("WAXWING_FCM_URL", in: settings, otherwise: "https://fcm.googleapis.com")
        certificateFile = Self.value("WAXWING_PROVIDER_CA", in: settings)
        // The second and third are in key files from before oauth2.googleapis.com.
        let hosts =
            Self.value("WAXWING_TOKEN_URI_HOSTS", in: settings)
            ?? "oauth2.googleapis.com,accounts.google.com,www.googleapis.com"
        tokenHosts = try Self.hosts("WAXWING_TOKEN_URI_HOSTS", hosts)
    }

    package func apns(_ environment: APNsEnvironment) -> HTTPSAddress {
        switch environment {
        case .production: apns
        case .sandbox: apnsSandbox
        }
    }

    private static func value(_ name: String, in settings: [String: String]) -> String? {
        settings[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func origin(
        _ name: String, in settings: [String: String], otherwise standard: String
    ) throws(SettingProblem) -> HTTPSAddress {
        guard let address = HTTPSAddress(value(name, in: settings) ?? standard), address.path == "/" else {
            throw SettingProblem(name: name, message: "must be an https URL without a path, such as \(standard)")
        }
        return address
    }

    private static func hosts(_ name: String, _ text: String) throws(SettingProblem) -> [HostRule] {
        var hosts: [HostRule] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let trimmed = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            guard let host = HostRule(String(trimmed)) else {
                throw SettingProblem(
                    name: name, message: "must be host names, each with an optional port, with commas between")
            }
            hosts.append(host)
        }
        return hosts
    }
}
