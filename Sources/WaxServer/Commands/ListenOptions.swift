// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxHTTP

/// The options about who reaches a server, and how.
enum ListenOptions {
    static let tlsCertificate = Option(
        optional: "tls-cert", .file, environment: "WAXWING_TLS_CERT", help: "certificate chain, PEM")
    static let tlsKey = Option(
        optional: "tls-key", .file, environment: "WAXWING_TLS_KEY", help: "private key of the certificate, PEM")

    /// How a server listens. Throws where other machines could reach it in the clear: `proxies` says, for that message,
    /// what names the proxies that end TLS.
    static func http(
        _ command: ParsedCommand, at listen: ListenAddress, trustedProxies: [IPNetwork], proxies: String
    ) throws -> HTTPServer.Configuration {
        var http = HTTPServer.Configuration()
        guard let address = IPAddress(listen.host) else { throw ServerError("--listen is not an address") }
        http.address = address
        http.port = listen.port
        http.trustedProxies = trustedProxies
        switch (command[tlsCertificate], command[tlsKey]) {
        case (nil, nil): break
        case (let certificate?, let key?):
            http.tls = HTTPServer.TLS(
                certificateChain: try PrivateFile.read(certificate, setting: "--tls-cert"),
                privateKey: try PrivateFile.read(key, setting: "--tls-key"))
        default: throw CommandFailure("--tls-cert and --tls-key go together", code: .usage)
        }
        guard listen.isLoopback || http.tls != nil || !trustedProxies.isEmpty else {
            throw CommandFailure(
                "--listen names an address that other machines reach: give --tls-cert and --tls-key, or \(proxies)",
                code: .usage)
        }
        return http
    }
}
