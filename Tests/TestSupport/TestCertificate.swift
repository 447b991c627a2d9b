// SPDX-License-Identifier: Apache-2.0
import Foundation
package import WaxHTTP

/// A certificate for 127.0.0.1, and the root that issued it.
package struct TestCertificate {
    package let tls: HTTPServer.TLS
    /// The file that a client trusts.
    package let authorityFile: String

    private let directory: TemporaryDirectory

    package init() throws {
        directory = try TemporaryDirectory()
        authorityFile = directory.file("root.pem")
        let authority = try CertificateAuthority(name: "Test root")
        let identity = try authority.issue(for: ["127.0.0.1"])
        try authority.certificatePEM.write(toFile: authorityFile, atomically: true, encoding: .utf8)
        tls = HTTPServer.TLS(
            certificateChain: Array(identity.certificatePEM.utf8), privateKey: Array(identity.privateKeyPEM.utf8))
    }
}
