// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// What the TLS sessions of one client or one server have in common: TLS 1.2 or later, and HTTP/2 by ALPN.
package final class TLSContext: @unchecked Sendable {
    // Sendable: the SSL_CTX is configured in init alone, and OpenSSL lets threads make sessions of one context.

    /// Whose certificates a client believes.
    package enum Trust: Sendable {
        /// The roots that the operating system installs.
        case system
        /// The roots in a PEM text, and no others.
        case pem(String)
        /// The roots in a PEM file, and no others.
        case file(String)
    }

    private let context: OpaquePointer
    /// The protocols of the ALPN extension as it encodes them: each with its length before it (RFC 7301).
    private let protocols: UnsafeMutableBufferPointer<UInt8>

    /// A client's: the server must have a certificate for the name that the session is given.
    package convenience init(clientTrusting trust: Trust) throws(TransportError) {
        try self.init(method: TLS_client_method(), protocols: ["h2"])
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        guard SSL_CTX_set_alpn_protos(context, protocols.baseAddress, UInt32(protocols.count)) == 0 else {
            throw .tls(OpenSSLFailure.take("ALPN could not be set"))
        }
        switch trust {
        case .system:
            guard SSL_CTX_set_default_verify_paths(context) == 1 else {
                throw .certificate(OpenSSLFailure.take("the system's roots could not be read"))
            }
        case .file(let path):
            guard SSL_CTX_load_verify_file(context, path) == 1 else {
                throw .certificate(OpenSSLFailure.take("the roots in \(path) could not be read"))
            }
        case .pem(let text):
            try trustCertificates(in: text)
        }
    }

    /// A server's; `protocols` may only be other than HTTP/2 to try what a client makes of it.
    package convenience init(
        server identity: TLSIdentity, protocols: [String] = ["h2"]
    ) throws(TransportError) {
        try self.init(method: TLS_server_method(), protocols: protocols)
        try identity.install(in: context)
        // Nobody resumes a session here, and each ticket costs a record.
        SSL_CTX_set_num_tickets(context, 0)
        waxtls_ctx_disable_session_cache(context)
        guard !protocols.isEmpty else { return }
        // Each session holds its context, so the pointer is good as long as the callback can come.
        SSL_CTX_set_alpn_select_cb(
            context,
            { _, chosen, chosenCount, offered, offeredCount, argument in
                guard let argument, let chosen, let chosenCount, let offered else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                let context = Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
                let result = chosen.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 1) {
                    SSL_select_next_proto(
                        $0, chosenCount, context.protocols.baseAddress, UInt32(context.protocols.count), offered,
                        offeredCount)
                }
                return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private init(method: OpaquePointer?, protocols: [String]) throws(TransportError) {
        guard let context = SSL_CTX_new(method) else { throw .tls(OpenSSLFailure.take("no context")) }
        self.context = context
        let encoded = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        self.protocols = .allocate(capacity: encoded.count)
        _ = self.protocols.initialize(from: encoded)
        guard waxtls_ctx_require_tls12(context) == 1 else { throw .tls(OpenSSLFailure.take("no TLS 1.2")) }
        waxtls_ctx_set_modes(context)
    }

    deinit {
        SSL_CTX_free(context)
        protocols.deallocate()
    }

    /// A session of this context, an SSL, which is the caller's.
    func makeSession() -> OpaquePointer? { SSL_new(context) }

    private func trustCertificates(in pem: String) throws(TransportError) {
        let store = SSL_CTX_get_cert_store(context)
        let count = PEMText.reading(pem) { bio in
            var count = 0
            while let certificate = PEM_read_bio_X509(bio, nil, { _, _, _, _ in -1 }, nil) {
                count += X509_STORE_add_cert(store, certificate) == 1 ? 1 : 0
                X509_free(certificate)
            }
            return count
        }
        // The reader always ends with 'no start line'.
        ERR_clear_error()
        guard count > 0 else { throw .certificate("no certificate in the PEM text") }
    }
}
