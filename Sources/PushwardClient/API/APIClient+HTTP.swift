// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

extension APIClient {
    /// A transport over the network.
    /// - Parameter certificateAuthorityFile: a PEM file with the certificates to trust instead of the system's.
    package static func transport(
        to endpoint: APIEndpoint, certificateAuthorityFile: String? = nil
    ) -> Transport {
        var configuration = HTTPClient.Configuration()
        configuration.certificateAuthorityFile = certificateAuthorityFile
        configuration.usesProxyFromEnvironment = !endpoint.isLoopback
        let client = HTTPClient(configuration: configuration)
        return { (request) async throws(HTTPClientError) in try await client.send(request) }
    }

    /// How the client `name` names itself, such as `pushward-cli/0.1.0 (linux/amd64)`.
    package static func userAgent(_ name: String, version: String) -> String {
        #if arch(x86_64)
        let machine = "amd64"
        #elseif arch(arm64)
        let machine = "arm64"
        #else
        let machine = "other"
        #endif
        return "\(name)/\(version) (linux/\(machine))"
    }
}
