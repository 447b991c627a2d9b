// SPDX-License-Identifier: Apache-2.0
import CNGHTTP2

/// Frames and header compression of one connection: the only owner of an nghttp2 session.
final class HTTP2Session {
    private let session: OpaquePointer
    private let callbacks: HTTP2SessionCallbacks
    /// Room for the fields of a message while they are handed to nghttp2, which copies them.
    private var fields: [nghttp2_nv] = []

    /// A session that tells `handler`, which it does not hold.
    init(isServer: Bool, settings: HTTP2Settings, handler: any HTTP2FrameHandler) throws(TransportError) {
        callbacks = HTTP2SessionCallbacks(handler: handler)
        guard let session = callbacks.makeSession(isServer: isServer) else { throw .tls("no HTTP/2 session") }
        self.session = session
        submitSettings(settings, isServer: isServer)
    }

    deinit { nghttp2_session_del(session) }

    /// Whether there is anything left to read or to write; a protocol error ends both.
    var isAlive: Bool { nghttp2_session_want_read(session) != 0 || nghttp2_session_want_write(session) != 0 }

    /// Interprets bytes from the peer.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(HTTP2Failure) {
        let count = nghttp2_session_mem_recv(
            session, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        guard count >= 0 else { throw Self.failure(Int32(count)) }
    }

    /// The next bytes for the peer, good until the next call; nil when there are none.
    func nextBytes() throws(HTTP2Failure) -> UnsafeRawBufferPointer? {
        var bytes: UnsafePointer<UInt8>?
        let count = nghttp2_session_mem_send(session, &bytes)
        guard count >= 0 else { throw Self.failure(Int32(count)) }
        return count == 0 ? nil : UnsafeRawBufferPointer(start: bytes, count: count)
    }

    /// Sends a request: the number of its stream, nil when the connection has none left.
    func submitRequest(
        _ request: HTTP2Request, authority: String, slot: Int
    ) throws(HTTP2Failure) -> Int32? {
        var method = request.method
        var path = request.path
        var authority = authority
        let streamID = method.withUTF8 { method in
            path.withUTF8 { path in
                authority.withUTF8 { authority in
                    appendPseudoField(":method", method)
                    appendPseudoField(":scheme", Self.bytes(of: "https"))
                    appendPseudoField(":authority", authority)
                    appendPseudoField(":path", path, isIndexed: false)
                    return submit(request.headers) { fields, count in
                        withProvider(slot: slot, isNeeded: !request.body.isEmpty) { provider in
                            nghttp2_submit_request(
                                session, nil, fields, count, provider, HTTP2SessionCallbacks.pointer(to: slot))
                        }
                    }
                }
            }
        }
        if streamID == NGHTTP2_ERR_STREAM_ID_NOT_AVAILABLE.rawValue { return nil }
        guard streamID > 0 else { throw .invalidRequest }
        return streamID
    }

    /// Sends a response; false when the stream is gone.
    func submitResponse(
        _ streamID: Int32, status: Int, headers: HTTP2Headers, hasBody: Bool, slot: Int
    ) -> Bool {
        var digits = String(status)
        return digits.withUTF8 { digits in
            appendPseudoField(":status", digits)
            return submit(headers) { fields, count in
                withProvider(slot: slot, isNeeded: hasBody) { provider in
                    nghttp2_submit_response(session, streamID, fields, count, provider)
                }
            } == 0
        }
    }

    /// The slot that a stream was given; nil when it is gone.
    func slot(of streamID: Int32) -> Int? { HTTP2SessionCallbacks.slot(of: streamID, in: session) }

    func resetStream(_ streamID: Int32, code: UInt32) {
        nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), streamID, code)
    }

    func ping() {
        nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil)
    }

    /// Announces the end of the connection; without a stream, the last one that was received is named.
    func goAway(lastStreamID: Int32?, code: UInt32, debugData: [UInt8]) {
        nghttp2_submit_goaway(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue),
            lastStreamID ?? nghttp2_session_get_last_proc_stream_id(session), code, debugData, debugData.count)
    }

    func submitSettings(_ settings: HTTP2Settings, isServer: Bool) {
        var entries: [nghttp2_settings_entry] = []
        func add(_ setting: nghttp2_settings_id, _ value: UInt32?) {
            guard let value else { return }
            entries.append(nghttp2_settings_entry(settings_id: Int32(setting.rawValue), value: value))
        }
        if !isServer { add(NGHTTP2_SETTINGS_ENABLE_PUSH, 0) }
        add(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, settings.maximumStreams)
        add(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, settings.streamWindow)
        nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), entries, entries.count)
        if let window = settings.connectionWindow {
            nghttp2_session_set_local_window_size(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, window)
        }
    }

    private func appendPseudoField(_ name: StaticString, _ value: UnsafeBufferPointer<UInt8>, isIndexed: Bool = true) {
        fields.append(
            HTTP2SessionCallbacks.field(Self.bytes(of: name), value, isIndexed: isIndexed))
    }

    private static func bytes(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    /// Calls `body` with the pseudo-header fields that were appended and then `headers`.
    private func submit(
        _ headers: HTTP2Headers, _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Int32
    ) -> Int32 {
        defer { fields.removeAll(keepingCapacity: true) }
        return headers.bytes.withUnsafeBufferPointer { bytes in
            for field in headers.fields {
                let middle = field.start + field.nameCount
                fields.append(
                    HTTP2SessionCallbacks.field(
                        UnsafeBufferPointer(rebasing: bytes[field.start..<middle]),
                        UnsafeBufferPointer(rebasing: bytes[middle..<middle + field.valueCount]),
                        isIndexed: field.isIndexed))
            }
            return fields.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
        }
    }

    private func withProvider(
        slot: Int, isNeeded: Bool, _ body: (UnsafePointer<nghttp2_data_provider>?) -> Int32
    ) -> Int32 {
        guard isNeeded else { return body(nil) }
        var provider = HTTP2SessionCallbacks.bodyProvider(slot: slot)
        return body(&provider)
    }

    private static func failure(_ code: Int32) -> HTTP2Failure {
        .connectionLost(nghttp2_strerror(code).map { String(cString: $0) } ?? "HTTP/2 error \(code)")
    }
}
