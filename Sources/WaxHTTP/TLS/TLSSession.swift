// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import Glibc

/// One TLS connection over a non-blocking socket, both of which it owns.
///
/// Records are collected and leave in one `send` of up to 64 KiB; nothing here raises SIGPIPE.
/// It belongs to one thread.
final class TLSSession {
    /// What came of a call.
    enum Step: Equatable {
        /// So many bytes were read or written, or the handshake is complete.
        case done(Int)
        /// The socket must become readable or writable first.
        case blocked
        /// The peer has ended the connection.
        case ended
        case failed(TransportError)
    }

    private let context: TLSContext
    private let session: OpaquePointer
    private let channel: SocketChannel
    private let isClient: Bool

    /// A client's session with the server that must prove to be `name`, a DNS name or an IP address.
    convenience init(
        context: TLSContext, connectingTo name: String, over socket: consuming FileDescriptor
    ) throws(TransportError) {
        try self.init(context: context, socket: socket, isClient: true)
        let parameters = SSL_get0_param(session)
        let isNamed =
            SocketAddress.isNumeric(name)
            ? X509_VERIFY_PARAM_set1_ip_asc(parameters, name) == 1
                // Only a DNS name goes into the SNI extension (RFC 6066, section 3).
            : SSL_set1_host(session, name) == 1 && waxtls_set_server_name(session, name) == 1
        guard isNamed else { throw .tls(OpenSSLFailure.take("'\(name)' is no host name")) }
        SSL_set_hostflags(session, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        SSL_set_connect_state(session)
    }

    /// A server's session.
    convenience init(context: TLSContext, acceptedFrom socket: consuming FileDescriptor) throws(TransportError) {
        try self.init(context: context, socket: socket, isClient: false)
        SSL_set_accept_state(session)
    }

    private init(context: TLSContext, socket: consuming FileDescriptor, isClient: Bool) throws(TransportError) {
        guard let session = context.makeSession() else { throw .tls(OpenSSLFailure.take("no session")) }
        self.context = context
        self.session = session
        self.isClient = isClient
        channel = SocketChannel(socket: socket)
        guard let bio = channel.makeBIO() else { throw .tls(OpenSSLFailure.take("no BIO")) }
        SSL_set_bio(session, bio, bio)
        SSL_set_read_ahead(session, 1)
        SSL_set_default_read_buffer_len(session, 64 * 1024)
    }

    deinit { SSL_free(session) }

    /// The descriptor, for the poller alone.
    var descriptor: Int32 { channel.descriptor }

    /// Tells that the poller saw the socket readable, and whether it saw the peer's end.
    func becameReadable(hasEnded: Bool) { channel.becameReadable(hasEnded: hasEnded) }

    /// The bytes that wait for the socket to take them.
    var unsentCount: Int { channel.unsentCount }

    /// Goes on with the handshake; when it is done, the peer is verified and speaks HTTP/2.
    func handshake() -> Step {
        ERR_clear_error()
        let result = SSL_do_handshake(session)
        if case .failed(let error) = flush() { return .failed(error) }
        guard result == 1 else { return step(after: Int(result), doing: "handshake") }
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(session, &name, &count)
        let negotiated = UnsafeBufferPointer(start: name, count: Int(count))
        guard negotiated.elementsEqual("h2".utf8) else { return .failed(.tls("the peer does not speak HTTP/2")) }
        return .done(0)
    }

    /// Reads decrypted bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Step {
        ERR_clear_error()
        var count = 0
        if SSL_read_ex(session, buffer.baseAddress, buffer.count, &count) == 1 { return .done(count) }
        return step(after: 0, doing: "read")
    }

    /// Encrypts bytes as one record of at most 16 KiB, which leaves with the next `flush()` or before.
    func write(_ bytes: UnsafeRawBufferPointer) -> Step {
        guard !bytes.isEmpty else { return .done(0) }
        ERR_clear_error()
        var count = 0
        if SSL_write_ex(session, bytes.baseAddress, bytes.count, &count) == 1 { return .done(count) }
        return step(after: 0, doing: "write")
    }

    /// Gives the collected records to the socket.
    func flush() -> Step { channel.flush() }

    /// Says goodbye, as far as the socket takes it at once.
    func shutDown() {
        ERR_clear_error()
        SSL_shutdown(session)
        ERR_clear_error()
        _ = flush()
        channel.endWriting()
    }

    /// Drops bytes from the socket unread; true when the peer has ended.
    func discard() -> Bool { channel.discard() }

    /// Makes closing the socket send a TCP reset.
    func abort() { channel.abort() }

    private func step(after result: Int, doing call: String) -> Step {
        switch SSL_get_error(session, Int32(result)) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .blocked
        case SSL_ERROR_ZERO_RETURN: return .ended
        case SSL_ERROR_SYSCALL:
            return channel.failure.map { .failed($0) } ?? .ended
        default:
            let verification = SSL_get_verify_result(session)
            if isClient && verification != Int(X509_V_OK), let text = X509_verify_cert_error_string(verification) {
                ERR_clear_error()
                return .failed(.certificate(String(cString: text)))
            }
            if let failure = channel.failure { return .failed(failure) }
            if channel.hasEnded { return .ended }
            return .failed(.tls(OpenSSLFailure.take("\(call) failed")))
        }
    }
}
