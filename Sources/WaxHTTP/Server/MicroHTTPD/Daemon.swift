// SPDX-License-Identifier: Apache-2.0
import CMicroHTTPD
import Glibc

/// Owns a libmicrohttpd daemon that has no thread and no listening socket; a worker gives it both.
///
/// libmicrohttpd 0.9.75 cannot be trusted with them: its own threads go to sleep with work in hand when exactly 128
/// events come at once, and to end its listening while they run may abort the process.
///
/// Sendable: made by one thread, then used by one worker alone.
final class Daemon: @unchecked Sendable {
    private let daemon: OpaquePointer
    private let context: Unmanaged<WorkerContext>

    /// What the answer's own headers may take of a connection's memory.
    private static let answerMemory = 16 * 1024

    init(_ worker: WorkerContext) throws(HTTPServerError) {
        let limits = worker.core.configuration
        let context = Unmanaged.passRetained(worker)
        var options = waxwing_mhd_options()
        options.idle_seconds = UInt32(clamping: limits.idleTimeout.components.seconds + 1)
        options.memory_limit = limits.maximumHeaderBytes + Self.answerMemory
        options.context = context.toOpaque()
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
            context.release()
            throw limits.tls == nil ? .notStarted : .badCertificate
        }
        self.daemon = daemon
        self.context = context
    }

    /// Closes every connection; none may be held.
    deinit {
        MHD_stop_daemon(daemon)
        context.release()
    }

    /// Readable when `run()` has something to do, other than to take connections back that were held.
    var descriptor: Int32 { waxwing_mhd_epoll(daemon) }

    /// How many connections are open.
    var connectionCount: Int { Int(waxwing_mhd_connection_count(daemon)) }

    /// How long `run()` may be put off when the descriptor is not readable, in milliseconds; nil is for ever.
    var timeout: Int64? {
        var milliseconds: UInt64 = 0
        return MHD_get_timeout(daemon, &milliseconds) == .YES ? Int64(clamping: milliseconds) : nil
    }

    /// Does what can be done without waiting.
    func run() { MHD_run(daemon) }

    /// Serves a connection, whose socket belongs to the daemon from now on.
    func add(_ socket: Int32, from address: inout sockaddr_storage, _ length: socklen_t) {
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { MHD_add_connection(daemon, socket, $0, length) }
        }
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

// What libmicrohttpd calls, always on the thread that runs the daemon.

private func connectionChanged(
    context: UnsafeMutableRawPointer?, pointer: OpaquePointer?,
    socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, event: MHD_ConnectionNotificationCode
) {
    guard let context, let pointer, let socketContext else { return }
    switch event {
    case .CONNECTION_NOTIFY_STARTED:
        let worker = Unmanaged<WorkerContext>.fromOpaque(context).takeUnretainedValue()
        let connection = ServerConnection(pointer, worker: worker)
        worker.core.add(connection)
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
    // Bytes that are not UTF-8 make no target.
    if let target { connection(pointer)?.target = String(validatingCString: target) ?? "" }
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
