// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaxHTTP
package import WaxSystem

/// Apple, Google and a browser's push service on this machine, over HTTP/2 and TLS, and phones and browsers that show what
/// arrives.
///
///     let simulator = try Simulator(directory: "var/simulator")
///     let key = simulator.issueAPNsKey(bundleID: "com.example.app")
///     let phone = try simulator.newPhone(for: .ios(bundleID: "com.example.app"))
///     // start the server under test with `simulator.environment`, give it the key, register the phone, send a push
///     let shown = await phone.shown(atLeast: 1, within: .seconds(10))
///
/// The services check what Apple and Google check and answer as these document. Only credentials that the simulator
/// issued are accepted, and only devices that it made are known. A program under test needs no mode for it: other
/// addresses and another certificate authority are all.
public final class Simulator: Sendable {
    /// Where the certificate authority and the phones' keys are kept: an absolute path.
    public let directory: String
    let core: SimulatorCore
    let configuration: SimulatorConfiguration
    let mint: TokenMint
    /// Where the phones of this run keep their keys.
    let phoneDirectory: String
    private let listeners: [SimulatedService: SimulatorListener]

    /// Starts all services on loopback and writes the certificate of their authority, made for this run, to
    /// `certificateFile`.
    ///
    /// Throws when a port is taken or the directory can't be written.
    public convenience init(
        directory: String, configuration: SimulatorConfiguration = SimulatorConfiguration()
    ) throws(SimulatorError) {
        try self.init(directory: directory, configuration: configuration, time: SystemTime(), random: SystemRandom())
    }

    /// The same with a clock and a source of randomness; connections, and answers that come later, count on the clock
    /// of the machine.
    package init(
        directory: String, configuration: SimulatorConfiguration = SimulatorConfiguration(), time: any TimeSource,
        random: any RandomSource = SystemRandom()
    ) throws(SimulatorError) {
        let directory = URL(fileURLWithPath: directory).standardizedFileURL.path
        self.directory = directory
        self.configuration = configuration
        mint = TokenMint(random: random)
        phoneDirectory = "\(directory)/phones/\(mint.hexadecimal(bytes: 8))"
        core = SimulatorCore(world: World(configuration: configuration, mint: mint), time: time)
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let authority = try CertificateAuthority(name: "Waxwing simulator")
            try Data(authority.certificatePEM.utf8).write(to: URL(fileURLWithPath: Self.certificateFile(in: directory)))
            let identities = try SimulatorIdentities(authority)
            var listeners: [SimulatedService: SimulatorListener] = [:]
            for service in SimulatedService.allCases {
                listeners[service] = try SimulatorListener(
                    service, identities: identities, configuration: configuration, core: core)
            }
            self.listeners = listeners
        } catch let error as TransportError {
            throw SimulatorError("the simulator does not start: \(error)")
        } catch {
            throw SimulatorError("\(directory) cannot be written")
        }
        core.world.update {
            $0.tokenURI = tokenURI
            $0.webPushOrigin = url(of: .webPush)
        }
    }

    deinit {
        for listener in listeners.values { listener.server.close() }
    }

    /// Ends all services and removes the phones' keys; returns once the ports are free.
    public func close() {
        for listener in listeners.values { listener.close() }
        try? FileManager.default.removeItem(atPath: phoneDirectory)
    }
}

extension Simulator {
    /// A PEM file with the one certificate authority that must be trusted.
    public var certificateFile: String { Self.certificateFile(in: directory) }

    /// The address of a service, such as `https://127.0.0.1:41234`.
    public func url(of service: SimulatedService) -> String { listener(service).url }

    /// The port of a service on 127.0.0.1.
    public func port(of service: SimulatedService) -> UInt16 { listener(service).server.port }

    /// The `token_uri` of the service accounts.
    public var tokenURI: String { url(of: .oauth) + "/token" }

    /// The variables that make `waxwing serve` use the simulator in place of the providers.
    public var environment: [(name: String, value: String)] {
        [
            ("WAXWING_APNS_URL", url(of: .apns)), ("WAXWING_APNS_SANDBOX_URL", url(of: .apnsSandbox)),
            ("WAXWING_FCM_URL", url(of: .fcm)), ("WAXWING_PROVIDER_CA", certificateFile),
            ("WAXWING_TOKEN_URI_HOSTS", "127.0.0.1:\(port(of: .oauth))"),
            // The endpoints of its browsers are on loopback.
            ("WAXWING_ALLOW_PRIVATE_TARGETS", "true"),
        ]
    }

    func listener(_ service: SimulatedService) -> SimulatorListener {
        guard let listener = listeners[service] else { preconditionFailure("every service has a listener") }
        return listener
    }

    private static func certificateFile(in directory: String) -> String { "\(directory)/ca.pem" }
}
