// SPDX-License-Identifier: Apache-2.0
import CMicroHTTPD
import Glibc
import WaxSystem

/// One connection of a server, from its first byte to its last.
///
/// Sendable: what is not fixed or locked is touched only by the worker that serves the connection. Other threads
/// use the pointer and the socket only with the state locked and not yet closed.
final class ServerConnection: @unchecked Sendable {
    /// The target of the request that is being read.
    var target = ""
    let socket: Int32

    private let pointer: OpaquePointer
    private let worker: WorkerContext
    private let peer: IPAddress?
    private let state: Locked<ConnectionState>
    private var incoming: IncomingRequest?
    private var hasUnreadBody = false

    init(_ pointer: OpaquePointer, worker: WorkerContext) {
        self.pointer = pointer
        self.worker = worker
        socket = waxwing_mhd_socket(pointer)
        peer = waxwing_mhd_client_address(pointer).flatMap { IPAddress($0)?.unmapped }
        state = Locked(ConnectionState(at: worker.core.time.uptime()))
    }

    private var core: ServerCore { worker.core }

    // MARK: On the worker's thread; false closes the connection.

    /// The head of a request is there.
    func begin(method: String, version: String) -> Bool {
        let head = readHead(method: method)
        state.withLock { $0.receive(at: core.time.uptime()) }
        do throws(HTTPRefusal) {
            incoming = try IncomingRequest(
                head: head.value, isDecodable: head.isDecodable, isHTTP11: version != "HTTP/1.0",
                limits: core.configuration)
            return true
        } catch {
            let headers = head.value.headers
            hasUnreadBody = headers["Content-Length"] != nil || headers["Transfer-Encoding"] != nil
            return refuse(error, head.value)
        }
    }

    /// A part of the body is there.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        incoming?.append(bytes) ?? false
    }

    /// The request is whole, or the connection comes back from being held.
    func proceed() -> Bool {
        switch state.withLock({ $0.next() }) {
        case .wait: return true
        case .close: return false
        case .send(let response): return send(response)
        case .start(let serial): return start(serial)
        }
    }

    /// The request ended, well or not.
    func finished() {
        incoming = nil
        state.withLock { $0.finish(at: core.time.uptime()) }
        if core.isDraining { closeIfIdle() }
    }

    /// The connection ends; its socket is closed after this.
    func closed() {
        let unsent = state.withLock { state in
            defer { state.close() }
            return state.unsentStream
        }
        unsent?.close()
        if hasUnreadBody { worker.lingering.add(copyOf: socket, at: core.time.uptime()) }
        core.remove(self)
    }

    private func start(_ serial: UInt64) -> Bool {
        guard let incoming else { return false }
        self.incoming = nil
        let request: HTTPRequest
        do throws(HTTPRefusal) {
            request = try incoming.finished()
        } catch {
            return refuse(error, incoming.head)
        }
        // Runs on this thread at once, and again after each wait.
        let task = Task.immediate(executorPreference: worker.executor) { [self] in
            answer(await core.handler.respond(to: request), serial)
        }
        let isHeld = state.withLock { state in
            // Read under the lock: either this sees that the server halts, or the server sees that this is held.
            guard !core.isHalting, state.hold(task, head: request.head) else { return false }
            MHD_suspend_connection(pointer)
            return true
        }
        if isHeld { return true }
        if case .send(let response) = state.withLock({ $0.next() }) { return send(response) }
        task.cancel()
        return refuse(.stopping, request.head)
    }

    private func refuse(_ reason: HTTPRefusal, _ head: HTTPRequestHead) -> Bool {
        state.withLock { $0.refuse() }
        return send(core.handler.refusal(reason, head: head))
    }

    private func send(_ response: HTTPResponse) -> Bool {
        queue(response) || queue(.empty(status: 500))
    }

    /// False when libmicrohttpd does not take the status or a header.
    private func queue(_ response: HTTPResponse) -> Bool {
        guard let body = response.stream.map(streamed) ?? buffered(response.body) else { return false }
        defer { MHD_destroy_response(body) }
        for field in response.headers.fields {
            guard MHD_add_response_header(body, field.name, field.value) == .YES else { return false }
        }
        if core.isDraining { MHD_add_response_header(body, "Connection", "close") }
        return MHD_queue_response(pointer, UInt32(clamping: response.status), body) == .YES
    }

    private func buffered(_ body: [UInt8]) -> OpaquePointer? {
        body.withUnsafeBytes {
            // Only read from, and copied.
            MHD_create_response_from_buffer(
                $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
        }
    }

    private func streamed(_ stream: HTTPBodyStream) -> OpaquePointer? {
        stream.start { [weak self] in self?.streamChanged() }
        let reader = Unmanaged.passRetained(StreamReader(connection: self, stream: stream))
        let response = MHD_create_response_from_callback(
            UInt64.max, StreamReader.blockSize, readStream, reader.toOpaque(), freeStream)
        if response == nil { reader.release() }
        return response
    }

    /// Gives the next bytes of a body that is made meanwhile, or an answer of libmicrohttpd's content reader.
    fileprivate func read(_ stream: HTTPBodyStream, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            switch stream.take(into: buffer) {
            case .bytes(let count): return count
            case .end: return StreamReader.end
            case .later: break
            }
            let answer = state.withLock { state -> Int? in
                // Read under the lock: either this sees the change, or whoever made it sees that this waits.
                if stream.isReady { return nil }
                guard !core.isHalting, state.suspendStream() else { return StreamReader.failure }
                MHD_suspend_connection(pointer)
                return 0
            }
            if let answer { return answer }
        }
    }

    private func readHead(method: String) -> (value: HTTPRequestHead, isDecodable: Bool) {
        var headers = HTTPHeaders()
        withUnsafeMutablePointer(to: &headers) { headers in
            _ = MHD_get_connection_values_n(
                pointer, .HEADER_KIND,
                { context, _, name, nameLength, value, valueLength in
                    guard let headers = context?.assumingMemoryBound(to: HTTPHeaders.self) else { return .NO }
                    headers.pointee.add(String(bytes: name, nameLength), String(bytes: value, valueLength))
                    return .YES
                }, headers)
        }
        let remote = peer.map {
            ForwardedAddress.client(peer: $0, headers: headers, trusted: core.configuration.trustedProxies)
        }
        if let head = HTTPRequestHead(method: method, target: target, headers: headers, remoteAddress: remote) {
            return (head, true)
        }
        let head = HTTPRequestHead(
            method: method, target: target, path: target, segments: [], query: [], headers: headers,
            remoteAddress: remote)
        return (head, false)
    }

    // MARK: On any thread.

    private func answer(_ response: HTTPResponse, _ serial: UInt64) {
        let isAwaited = state.withLock { state in
            let isAwaited = state.awaits(serial: serial)
            if state.answer(response, serial: serial) { resume() }
            return isAwaited
        }
        if !isAwaited { response.stream?.close() }
    }

    private func streamChanged() {
        state.withLock { if $0.resumeStream() { resume() } }
    }

    /// Ends a body that is made meanwhile, when it waits for more of it.
    private func abandonStream() {
        state.withLock { if $0.abandonStream() { resume() } }
    }

    /// The client sends no more: when its answer is held, cancels the handler and closes the connection; when it left in
    /// the middle of a request or after one, closes it too, since libmicrohttpd does not see an end that came together
    /// with the bytes before it.
    func clientLeft(at time: Duration) {
        release(nil)
        abandonStream()
        shutDown { $0.isSettled(at: time, limits: core.configuration) }
    }

    /// Answers that the server is being stopped, and cancels the handler, when the answer is held; ends a body that is
    /// made meanwhile.
    func answerStopping() {
        abandonStream()
        guard let head = state.withLock({ $0.heldHead }) else { return }
        release(core.handler.refusal(.stopping, head: head))
    }

    private func release(_ response: HTTPResponse?) {
        let task = state.withLock { state in
            let task = state.release(response)
            if task != nil { resume() }
            return task
        }
        task?.cancel()
    }

    /// Gives the connection back to its worker; the state is locked.
    private func resume() {
        MHD_resume_connection(pointer)
        worker.wake.signal()
    }

    /// Closes the connection when the client takes too long to send what it began.
    func closeIfOverdue(at time: Duration) {
        shutDown { $0.isOverdue(at: time, limits: core.configuration) }
    }

    /// Closes the connection when no request is there.
    func closeIfIdle() {
        shutDown { $0.isIdle }
    }

    /// Ends both directions; the worker sees it and closes the socket.
    private func shutDown(when condition: (ConnectionState) -> Bool) {
        state.withLock { if condition($0) { _ = shutdown(socket, Int32(SHUT_RDWR)) } }
    }
}

/// What libmicrohttpd keeps to read a body that is made meanwhile.
private final class StreamReader {
    /// How many bytes are asked for at a time.
    static let blockSize = 16 * 1024
    /// `MHD_CONTENT_READER_END_OF_STREAM`, which Swift does not see.
    static let end = -1
    /// `MHD_CONTENT_READER_END_WITH_ERROR`, which Swift does not see: closes the connection.
    static let failure = -2

    let connection: ServerConnection
    let stream: HTTPBodyStream

    init(connection: ServerConnection, stream: HTTPBodyStream) {
        self.connection = connection
        self.stream = stream
    }

    deinit { stream.close() }
}

private func readStream(
    context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, count: Int
) -> Int {
    guard let context, let buffer else { return StreamReader.failure }
    let reader = Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
    return reader.connection.read(reader.stream, into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
}

private func freeStream(context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<StreamReader>.fromOpaque(context).release() }
}

extension String {
    fileprivate init(bytes: UnsafePointer<CChar>?, _ count: Int) {
        self = String(decoding: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count), as: UTF8.self)
    }
}
