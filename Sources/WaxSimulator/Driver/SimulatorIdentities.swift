// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// The certificates that the services show: their own, and those that no client should take.
struct SimulatorIdentities: Sendable {
    let own: TLSContext
    private let faulty: [HandshakeFault: TLSContext]

    init(_ authority: CertificateAuthority) throws(TransportError) {
        let hosts = ["localhost", "127.0.0.1"]
        own = try TLSContext(server: authority.issue(for: hosts))
        // A certificate is valid from an hour ago.
        faulty = [
            .untrusted: try TLSContext(server: CertificateAuthority(name: "Nobody's authority").issue(for: hosts)),
            .wrongHost: try TLSContext(server: authority.issue(for: ["elsewhere.example"])),
            .expired: try TLSContext(server: authority.issue(for: hosts, lifetime: .seconds(-60))),
        ]
    }

    /// What a connection is greeted with; nil when it is ended instead.
    func context(of fault: HandshakeFault?) -> TLSContext? {
        guard let fault else { return own }
        return faulty[fault]
    }
}
