// SPDX-License-Identifier: Apache-2.0
import CMicroHTTPD
import Glibc

/// Owns a libmicrohttpd daemon: its listening socket, its pool of threads and their callbacks.
final class Daemon: @unchecked Sendable {  // Sendable: the pointer is fixed, and libmicrohttpd locks what is behind it.
    private let daemon: OpaquePointer
    private let core: Unmanaged<ServerCore>

    /// What the answer's own headers may take of a connection's memory.
    private static let answerMemory = 16 * 1024

    /// Starts to serve `descriptor`, which belongs to the daemon from now on.
    init(core: ServerCore, listeningAt descriptor: Int32) throws(HTTPServerError) {
        let limits = core.configuration
        let retained = Unmanaged.passRetained(core)
        var options = waxwing_mhd_options()
        options.listen_socket = descriptor
        options.threads = UInt32(limits.threads)
        options.connection_limit = UInt32(limits.connectionLimit)
        options.idle_seconds = UInt32(clamping: limits.idleTimeout.components.seconds + 1)
        options.memory_limit = limits.maximumHeaderBytes + Self.answerMemory
        options.context = retained.toOpaque()
        options.connection_changed = connectionChanged
        options.target_received = targetReceived
        options.access = access
        options.completed = completed
        options.unescape = unescape
        let started = withCString(limits.tls?.certificateChain) { certificate in
            withCString(limits.tls?.privateKey) { key in
                options.certificate_pem = certificate
                options.private_key_pem = key
                return waxwing_mhd_start(&options)
            }
        }
        guard let daemon = started else {
            close(descriptor)
            retained.release()
            throw limits.tls == nil ? .notStarted : .badCertificate
        }
        self.daemon = daemon
        self.core = retained
    }

    /// Closes the listening socket; connections go on.
    func stopListening() {
        let descriptor = MHD_quiesce_daemon(daemon)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Closes every connection and ends the threads. No connection may be suspended, and nothing may be called after.
    func stop() {
        MHD_stop_daemon(daemon)
        core.release()
    }
}

/// Runs `body` with a zero-terminated copy of `text`, which is wiped after it; nil stays nil.
private func withCString<Result>(_ text: [UInt8]?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let text else { return body(nil) }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count + 1, alignment: 1)
    defer {
        if let start = copy.baseAddress { explicit_bzero(start, copy.count) }
        copy.deallocate()
    }
    copy.copyBytes(from: text)
    copy[text.count] = 0
    return body(copy.bindMemory(to: CChar.self).baseAddress)
}

// What libmicrohttpd calls, always on the one pool thread that serves the connection.

private func connectionChanged(
    context: UnsafeMutableRawPointer?, pointer: OpaquePointer?,
    socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, event: MHD_ConnectionNotificationCode
) {
    guard let context, let pointer, let socketContext else { return }
    switch event {
    case .CONNECTION_NOTIFY_STARTED:
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        let connection = ServerConnection(pointer, core: core)
        core.add(connection)
        socketContext.pointee = Unmanaged.passRetained(connection).toOpaque()
    case .CONNECTION_NOTIFY_CLOSED:
        guard let opaque = socketContext.pointee else { return }
        Unmanaged<ServerConnection>.fromOpaque(opaque).takeRetainedValue().closed()
        socketContext.pointee = nil
    }
}

private func connection(_ pointer: OpaquePointer?) -> ServerConnection? {
    guard let pointer, let opaque = waxwing_mhd_socket_context(pointer) else { return nil }
    return Unmanaged<ServerConnection>.fromOpaque(opaque).takeUnretainedValue()
}

private func targetReceived(
    context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, pointer: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    if let target { connection(pointer)?.target = String(cString: target) }
    return nil
}

private func access(
    context: UnsafeMutableRawPointer?, pointer: OpaquePointer?, url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, bytes: UnsafePointer<CChar>?,
    count: UnsafeMutablePointer<Int>?, requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let connection = connection(pointer), let requestContext, let method, let version, let count else {
        return .NO
    }
    if requestContext.pointee == nil {
        requestContext.pointee = UnsafeMutableRawPointer(pointer)
        return connection.begin(method: String(cString: method), version: String(cString: version)) ? .YES : .NO
    }
    if count.pointee > 0 {
        let isTaken = connection.append(UnsafeRawBufferPointer(start: bytes, count: count.pointee))
        count.pointee = 0
        return isTaken ? .YES : .NO
    }
    return connection.proceed() ? .YES : .NO
}

private func completed(
    context: UnsafeMutableRawPointer?, pointer: OpaquePointer?,
    requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
    connection(pointer)?.finished()
}

/// Leaves percent escapes as they are: the target is decoded once, by its own reader.
private func unescape(
    context: UnsafeMutableRawPointer?, pointer: OpaquePointer?, text: UnsafeMutablePointer<CChar>?
) -> Int {
    text.map { strlen($0) } ?? 0
}
