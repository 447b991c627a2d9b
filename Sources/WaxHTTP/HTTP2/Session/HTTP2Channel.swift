// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An HTTP/2 session over a TLS session over a socket: moves bytes between them as far as the socket lets it.
///
/// It belongs to one thread.
final class HTTP2Channel {
    /// The content of a full TLS record (RFC 8446, section 5.1).
    private static let recordSize = 16 * 1024
    private static let readSize = 64 * 1024

    private enum Stage { case connecting, handshaking, open }

    let session: HTTP2Session
    private let tls: TLSSession
    private var stage: Stage
    private var isWritable = false
    private let incoming = UnsafeMutableRawBufferPointer.allocate(byteCount: HTTP2Channel.readSize, alignment: 16)
    /// A record that is being filled, and the frame that went over its end.
    private let outgoing = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 2 * HTTP2Channel.recordSize + 1024, alignment: 16)
    private var outgoingCount = 0

    /// - Parameter isConnected: False while the TCP connection is being made.
    init(tls: TLSSession, session: HTTP2Session, isConnected: Bool) {
        self.tls = tls
        self.session = session
        stage = isConnected ? .handshaking : .connecting
    }

    deinit {
        incoming.deallocate()
        outgoing.deallocate()
    }

    /// Whether the handshake is complete.
    var isOpen: Bool { stage == .open }

    /// The poller has seen a change.
    func socketChanged(_ event: Poller.Event) {
        if event.isReadable { tls.becameReadable(hasEnded: event.hasEnded) }
        if event.isWritable { isWritable = true }
    }

    /// Goes on with the TCP connection and the handshake; true once both are complete.
    func establish() throws(TransportError) -> Bool {
        if stage == .connecting {
            guard isWritable else { return false }
            if let failure = SocketAddress.connectionFailure(of: tls.descriptor) { throw failure }
            stage = .handshaking
        }
        if stage == .handshaking {
            switch tls.handshake() {
            case .done: stage = .open
            case .blocked: return false
            case .ended: throw .tls("the peer ended the connection during the handshake")
            case .failed(let error): throw error
            }
        }
        return true
    }

    /// Says that nothing more will be sent, as far as the socket takes it at once.
    func shutDown() {
        guard isOpen else { return }
        tls.shutDown()
    }

    /// Drops what the peer still sends: closing a socket with unread bytes would reset the connection.
    ///
    /// - Returns: Whether the peer has ended.
    func discard() -> Bool { tls.discard() }

    /// Makes the end of this channel send a TCP reset.
    func abort() { tls.abort() }

    /// Reads at most `limit` bytes, as many as have come.
    ///
    /// - Returns: How many bytes were read; less than `limit` when no more have come.
    func receive(limit: Int = .max) throws(HTTP2Failure) -> Int {
        var total = 0
        while total < limit {
            let room = UnsafeMutableRawBufferPointer(rebasing: incoming[..<min(incoming.count, limit - total)])
            switch tls.read(into: room) {
            case .done(let count):
                total += count
                try session.receive(UnsafeRawBufferPointer(rebasing: incoming[..<count]))
            case .blocked:
                return total
            case .ended: throw .connectionLost("closed by the peer")
            case .failed(let error): throw .connectionLost("\(error)")
            }
        }
        return total
    }

    /// Writes what the session has, in records as full as can be.
    func send() throws(HTTP2Failure) {
        while true {
            try fill()
            guard outgoingCount > 0 else { break }
            let record = UnsafeRawBufferPointer(rebasing: outgoing[..<min(outgoingCount, Self.recordSize)])
            switch tls.write(record) {
            case .done(let count):
                outgoingCount -= count
                if outgoingCount > 0 {
                    outgoing.copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: outgoing[count..<count + outgoingCount]))
                }
                continue
            case .blocked: break
            case .ended: throw .connectionLost("closed by the peer")
            case .failed(let error): throw .connectionLost("\(error)")
            }
            break
        }
        if case .failed(let error) = tls.flush() { throw .connectionLost("\(error)") }
        if !session.isAlive { throw .connectionLost("HTTP/2 session ended") }
    }

    private func fill() throws(HTTP2Failure) {
        while outgoingCount < Self.recordSize, let bytes = try session.nextBytes() {
            // nghttp2 gives one frame at a time, never more than the default maximum of 16 KiB and its header.
            precondition(bytes.count <= outgoing.count - outgoingCount)
            UnsafeMutableRawBufferPointer(rebasing: outgoing[outgoingCount...]).copyMemory(from: bytes)
            outgoingCount += bytes.count
        }
    }
}
