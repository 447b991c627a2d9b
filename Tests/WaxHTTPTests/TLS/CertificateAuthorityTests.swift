// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxHTTP

@Suite struct CertificateAuthorityTests {
    @Test func namesThatAreNoneAreRefused() throws {
        let authority = try CertificateAuthority(name: "Test root")
        for names in [[], [""], ["a,DNS:b"], ["a b"], ["é.example"], ["ok.example", "1.2.3.4,IP:5.6.7.8"], ["::zz"]] {
            #expect(throws: TransportError.self) { try authority.issue(for: names) }
        }
    }

    @Test func identityIsReadBackFromItsText() throws {
        let authority = try CertificateAuthority(name: "Test root")
        let identity = try authority.issue(for: ["localhost", "*.push.example", "127.0.0.1", "::1"])
        let copy = try TLSIdentity(certificatePEM: identity.certificatePEM, privateKeyPEM: identity.privateKeyPEM)
        #expect(copy.certificatePEM == identity.certificatePEM)
        #expect(copy.privateKeyPEM.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(!"\(identity)".contains("BEGIN"))
        let chain = try TLSIdentity(
            certificatePEM: identity.certificatePEM + authority.certificatePEM,
            privateKeyPEM: identity.privateKeyPEM)
        #expect(chain.certificatePEM == identity.certificatePEM + authority.certificatePEM)
        _ = try TLSContext(server: chain)
    }

    @Test func wrongTextsAreRefused() throws {
        let authority = try CertificateAuthority(name: "Test root")
        let first = try authority.issue(for: ["localhost"])
        let second = try authority.issue(for: ["localhost"])
        func message(_ certificate: String, _ key: String) -> String? {
            do throws(TransportError) {
                _ = try TLSIdentity(certificatePEM: certificate, privateKeyPEM: key)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(message(first.certificatePEM, second.privateKeyPEM) == "certificate: key values mismatch")
        #expect(message("", first.privateKeyPEM) == "certificate: no start line")
        #expect(message(first.privateKeyPEM, first.privateKeyPEM) != nil)
        #expect(message(first.certificatePEM, "") != nil)
        #expect(message(first.certificatePEM, Self.encryptedKey) != nil)
        #expect(throws: TransportError.self) { try TLSContext(clientTrusting: .pem("nothing")) }
        #expect(throws: TransportError.self) { try TLSContext(clientTrusting: .file("/nonexistent/roots.pem")) }
    }

    /// OpenSSL's own tool is the judge of what is made here.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
    func certificatesStandUpToTheOpenSSLTool() async throws {
        let directory = try TemporaryDirectory()
        let authority = try CertificateAuthority(name: "Test root")
        let identity = try authority.issue(for: ["push.example", "127.0.0.1", "::1"])
        try authority.certificatePEM.write(toFile: directory.file("ca.pem"), atomically: true, encoding: .utf8)
        try identity.certificatePEM.write(toFile: directory.file("leaf.pem"), atomically: true, encoding: .utf8)
        func verify(_ options: String...) async throws -> Bool {
            let command = ["/usr/bin/openssl", "verify", "-x509_strict", "-purpose", "sslserver"]
            let files = ["-CAfile", directory.file("ca.pem"), directory.file("leaf.pem")]
            return try await ChildProcess(command + options + files).end() == .exited(0)
        }
        #expect(try await verify())
        #expect(try await verify("-verify_hostname", "push.example"))
        #expect(try await verify("-verify_ip", "127.0.0.1"))
        #expect(try await verify("-verify_ip", "::1"))
        #expect(try await !verify("-verify_hostname", "other.example"))
        #expect(try await !verify("-verify_ip", "127.0.0.2"))
        let printer = try ChildProcess([
            "/usr/bin/openssl", "x509", "-noout", "-text", "-in", directory.file("leaf.pem"),
        ])
        #expect(try await printer.end() == .exited(0))
        let text = printer.output
        for part in ["Version: 3", "prime256v1", "CA:FALSE", "TLS Web Server Authentication", "DNS:push.example"] {
            #expect(text.contains(part))
        }
    }

    // Made with `openssl genpkey -algorithm ed25519 -aes-128-cbc -pass pass:x`, for this test alone.
    private static let encryptedKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhQeVEa80uk9wICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEAQIEEBaPXnA0uzxZjRi018pt84AEQPdz
        +wvMN5l/SYENSBeJsqMC1qiQo99otE3PzJVVQpTu1LKHiDHYCHbt8vxbB78xiOCE
        h3s1uGZAHS6ZI0tLEYo=
        -----END ENCRYPTED PRIVATE KEY-----
        """
}
