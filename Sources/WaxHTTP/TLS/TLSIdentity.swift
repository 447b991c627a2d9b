// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// A certificate, those that lead from it to a root, and its private key.
package final class TLSIdentity: @unchecked Sendable {
    // Sendable: nothing changes after init, and OpenSSL counts references to certificates and keys atomically.
    private let chain: [OpaquePointer]
    private let key: OpaquePointer

    /// Takes over one reference to each certificate, leaf first, and to the key.
    init(adopting chain: [OpaquePointer], key: OpaquePointer) {
        self.chain = chain
        self.key = key
    }

    /// Reads PEM text: the certificates, leaf first, and the private key without a passphrase.
    package convenience init(certificatePEM: String, privateKeyPEM: String) throws(TransportError) {
        let chain = try Self.certificates(in: certificatePEM)
        guard let key = Self.privateKey(in: privateKeyPEM) else {
            chain.forEach { X509_free($0) }
            throw .certificate(OpenSSLFailure.take("no private key in the PEM text"))
        }
        self.init(adopting: chain, key: key)
        guard X509_check_private_key(chain[0], key) == 1 else {
            throw .certificate(OpenSSLFailure.take("the key does not belong to the certificate"))
        }
    }

    deinit {
        chain.forEach { X509_free($0) }
        EVP_PKEY_free(key)
    }

    /// The certificates, leaf first.
    package var certificatePEM: String {
        chain.map { certificate in PEMText.written { PEM_write_bio_X509($0, certificate) } }.joined()
    }

    /// The private key as unencrypted PKCS#8: for a file that only its owner reads.
    package var privateKeyPEM: String {
        PEMText.written { PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) }
    }

    /// Makes `context`, an SSL_CTX, show these certificates to its peers.
    func install(in context: OpaquePointer) throws(TransportError) {
        var isInstalled = SSL_CTX_use_certificate(context, chain[0]) == 1 && SSL_CTX_use_PrivateKey(context, key) == 1
        for certificate in chain.dropFirst() where isInstalled {
            isInstalled = waxtls_ctx_add_chain_certificate(context, certificate) == 1
        }
        guard isInstalled else { throw .certificate(OpenSSLFailure.take("the identity cannot be used")) }
    }

    /// Runs `body` with the leaf and the key, which must not outlive it.
    func withLeafAndKey<Result>(
        _ body: (OpaquePointer, OpaquePointer) throws(TransportError) -> Result
    ) throws(TransportError) -> Result {
        try body(chain[0], key)
    }

    private static func certificates(in pem: String) throws(TransportError) -> [OpaquePointer] {
        let certificates: [OpaquePointer] = PEMText.reading(pem) { bio in
            var found: [OpaquePointer] = []
            while let certificate = PEM_read_bio_X509(bio, nil, { _, _, _, _ in -1 }, nil) { found.append(certificate) }
            return found
        }
        guard !certificates.isEmpty else {
            throw .certificate(OpenSSLFailure.take("no certificate in the PEM text"))
        }
        // The reader always ends with 'no start line'.
        ERR_clear_error()
        return certificates
    }

    private static func privateKey(in pem: String) -> OpaquePointer? {
        // Without this callback OpenSSL would ask for a passphrase on the terminal.
        PEMText.reading(pem) { bio in PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil) }
    }
}

extension TLSIdentity: CustomStringConvertible {
    package var description: String { "TLSIdentity" }
}
