// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import Glibc

/// The BIO between a TLS session and its socket.
///
/// OpenSSL's own socket BIO makes a system call for each record and may raise SIGPIPE. This one collects what is
/// written, and knows when a short read has emptied the socket, so that no call is made only to learn that.
final class SocketChannel {
    /// OpenSSL writes into the buffer as long as it holds less than this.
    private static let highWater = 64 * 1024
    /// A record is at most 16 KiB of content, its header and expansion (RFC 8446, section 5.2).
    private static let capacity = highWater + 17 * 1024

    private let socket: FileDescriptor
    private let outgoing = UnsafeMutableRawBufferPointer.allocate(byteCount: SocketChannel.capacity, alignment: 16)
    private var sentEnd = 0
    private var filledEnd = 0
    private var isEmptied = false
    private var endIsNear = false

    /// Whether the peer's end of stream has been read.
    private(set) var hasEnded = false
    /// What a system call of this channel failed with.
    private(set) var failure: TransportError?

    init(socket: consuming FileDescriptor) {
        self.socket = socket
    }

    deinit { outgoing.deallocate() }

    var descriptor: Int32 { socket.raw }
    var unsentCount: Int { filledEnd - sentEnd }

    func becameReadable(hasEnded: Bool) {
        isEmptied = false
        endIsNear = endIsNear || hasEnded
    }

    func abort() { socket.resetOnClose() }

    func endWriting() { socket.endWriting() }

    /// Drops what the socket has; true when the peer has ended or the connection has failed.
    func discard() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
            while let count = read(into: buffer) {
                if count == 0 { return true }
            }
            return failure != nil
        }
    }

    /// A BIO that reads from and writes to this channel, which must outlive it.
    func makeBIO() -> OpaquePointer? {
        guard let bio = BIO_new(SocketBIOMethod.shared.method) else { return nil }
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        BIO_set_init(bio, 1)
        return bio
    }

    /// Sends what was collected.
    func flush() -> TLSSession.Step {
        if let failure { return .failed(failure) }
        while sentEnd < filledEnd {
            let pending = UnsafeRawBufferPointer(rebasing: outgoing[sentEnd..<filledEnd])
            switch socket.send(pending) {
            case .done(let count): sentEnd += count
            case .blocked: return .blocked
            case .failed(let error):
                failure = error
                return .failed(error)
            }
        }
        sentEnd = 0
        filledEnd = 0
        return .done(0)
    }

    /// Takes one record, all of it or nothing.
    fileprivate func write(_ bytes: UnsafeRawBufferPointer) -> Int? {
        if filledEnd - sentEnd >= Self.highWater || filledEnd + bytes.count > outgoing.count {
            if case .failed = flush() { return nil }
            if sentEnd > 0 {
                outgoing.copyMemory(from: UnsafeRawBufferPointer(rebasing: outgoing[sentEnd..<filledEnd]))
                filledEnd -= sentEnd
                sentEnd = 0
            }
        }
        guard filledEnd < Self.highWater else { return nil }
        let count = min(bytes.count, outgoing.count - filledEnd)
        UnsafeMutableRawBufferPointer(rebasing: outgoing[filledEnd...]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        filledEnd += count
        return count
    }

    /// Reads what the socket has; nil when it has nothing now, or has failed.
    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guard !isEmptied, failure == nil else { return nil }
        switch socket.receive(into: buffer) {
        case .done(0):
            hasEnded = true
            return 0
        case .done(let count):
            // An end that came before the poller looked would never be announced again.
            isEmptied = count < buffer.count && !endIsNear
            return count
        case .blocked:
            isEmptied = true
            return nil
        case .failed(let error):
            failure = error
            return nil
        }
    }
}

/// The callbacks of `SocketChannel` as OpenSSL wants them.
private final class SocketBIOMethod: @unchecked Sendable {  // Sendable: not changed after init.
    static let shared = SocketBIOMethod()

    let method: OpaquePointer?

    private init() {
        method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "waxwing socket")
        BIO_meth_set_write(method) { bio, bytes, count in
            guard let channel = SocketBIOMethod.channel(of: bio) else { return -1 }
            BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY)
            if let written = channel.write(UnsafeRawBufferPointer(start: bytes, count: Int(count))) {
                return Int32(written)
            }
            if channel.failure == nil { BIO_set_flags(bio, BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY) }
            return -1
        }
        BIO_meth_set_read(method) { bio, bytes, count in
            guard let channel = SocketBIOMethod.channel(of: bio) else { return -1 }
            BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY)
            if let read = channel.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))) {
                return Int32(read)
            }
            if channel.failure == nil { BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY) }
            return -1
        }
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
    }

    deinit { BIO_meth_free(method) }

    private static func channel(of bio: OpaquePointer?) -> SocketChannel? {
        BIO_get_data(bio).map { Unmanaged<SocketChannel>.fromOpaque($0).takeUnretainedValue() }
    }
}
