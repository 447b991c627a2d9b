// SPDX-License-Identifier: Apache-2.0
import CNGHTTP2

/// nghttp2's callbacks, each turned into a call of the handler.
final class HTTP2SessionCallbacks {
    // The handler owns the session that owns this, so it is there whenever a callback comes.
    private unowned(unsafe) let handler: any HTTP2FrameHandler

    init(handler: any HTTP2FrameHandler) {
        self.handler = handler
    }

    /// A session that calls this object, which must outlive it; the caller deletes it.
    func makeSession(isServer: Bool) -> OpaquePointer? {
        var callbacks: OpaquePointer?
        var options: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0, let callbacks else { return nil }
        defer { nghttp2_session_callbacks_del(callbacks) }
        guard nghttp2_option_new(&options) == 0, let options else { return nil }
        defer { nghttp2_option_del(options) }
        Self.install(in: callbacks)
        // The client's own state decides how many streams are open; nghttp2 would hold it to 100 at first.
        nghttp2_option_set_peer_max_concurrent_streams(options, UInt32(Int32.max))
        var session: OpaquePointer?
        let argument = Unmanaged.passUnretained(self).toOpaque()
        let code =
            isServer
            ? nghttp2_session_server_new2(&session, callbacks, argument, options)
            : nghttp2_session_client_new2(&session, callbacks, argument, options)
        return code == 0 ? session : nil
    }

    /// A slot as nghttp2 keeps it with a stream, where nil means none.
    static func pointer(to slot: Int) -> UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: slot + 1) }

    static func field(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, isIndexed: Bool
    ) -> nghttp2_nv {
        // nghttp2 copies both and writes to neither.
        nghttp2_nv(
            name: UnsafeMutablePointer(mutating: name.baseAddress),
            value: UnsafeMutablePointer(mutating: value.baseAddress), namelen: name.count, valuelen: value.count,
            flags: UInt8(isIndexed ? NGHTTP2_NV_FLAG_NONE.rawValue : NGHTTP2_NV_FLAG_NO_INDEX.rawValue))
    }

    static func bodyProvider(slot: Int) -> nghttp2_data_provider {
        nghttp2_data_provider(source: nghttp2_data_source(ptr: pointer(to: slot))) {
            _, _, buffer, length, flags, source, argument in
            guard let callbacks = HTTP2SessionCallbacks.from(argument), let source,
                let slot = HTTP2SessionCallbacks.slot(at: source.pointee.ptr)
            else { return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue) }
            let (count, isLast) = callbacks.handler.takeBody(
                slot, into: UnsafeMutableRawBufferPointer(start: buffer, count: length))
            if isLast { flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
            return count
        }
    }

    private static func install(in callbacks: OpaquePointer) {
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { session, frame, argument in
            guard let callbacks = HTTP2SessionCallbacks.from(argument), let frame,
                frame.pointee.hd.type == NGHTTP2_HEADERS.rawValue,
                frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST
            else { return 0 }
            let streamID = frame.pointee.hd.stream_id
            if let slot = callbacks.handler.streamBegan(streamID) {
                nghttp2_session_set_stream_user_data(session, streamID, HTTP2SessionCallbacks.pointer(to: slot))
            }
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            session, frame, name, nameCount, value, valueCount, flags, argument in
            guard let callbacks = HTTP2SessionCallbacks.from(argument), let frame,
                let slot = HTTP2SessionCallbacks.slot(of: frame.pointee.hd.stream_id, in: session)
            else { return 0 }
            callbacks.handler.headerReceived(
                slot, name: UnsafeBufferPointer(start: name, count: nameCount),
                value: UnsafeBufferPointer(start: value, count: valueCount),
                isIndexed: UInt32(flags) & NGHTTP2_NV_FLAG_NO_INDEX.rawValue == 0)
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            session, _, streamID, bytes, count, argument in
            guard let callbacks = HTTP2SessionCallbacks.from(argument),
                let slot = HTTP2SessionCallbacks.slot(of: streamID, in: session)
            else { return 0 }
            callbacks.handler.bodyReceived(slot, UnsafeBufferPointer(start: bytes, count: count))
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { session, frame, argument in
            guard let callbacks = HTTP2SessionCallbacks.from(argument), let session, let frame else { return 0 }
            callbacks.received(frame, in: session)
            return 0
        }
        nghttp2_session_callbacks_set_before_frame_send_callback(callbacks) { session, frame, argument in
            guard let callbacks = HTTP2SessionCallbacks.from(argument), let frame,
                frame.pointee.hd.type == NGHTTP2_HEADERS.rawValue,
                let slot = HTTP2SessionCallbacks.slot(of: frame.pointee.hd.stream_id, in: session)
            else { return 0 }
            callbacks.handler.headerWillLeave(slot)
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { session, streamID, code, argument in
            guard let callbacks = HTTP2SessionCallbacks.from(argument),
                let slot = HTTP2SessionCallbacks.slot(of: streamID, in: session)
            else { return 0 }
            callbacks.handler.streamClosed(slot, code: code)
            return 0
        }
    }

    private func received(_ frame: UnsafePointer<nghttp2_frame>, in session: OpaquePointer) {
        let header = frame.pointee.hd
        switch UInt32(header.type) {
        case NGHTTP2_HEADERS.rawValue, NGHTTP2_DATA.rawValue:
            guard let slot = Self.slot(of: header.stream_id, in: session) else { return }
            if UInt32(header.type) == NGHTTP2_HEADERS.rawValue { handler.headersReceived(slot) }
            if UInt32(header.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0 { handler.messageEnded(slot) }
        case NGHTTP2_SETTINGS.rawValue where UInt32(header.flags) & NGHTTP2_FLAG_ACK.rawValue == 0:
            let limit = nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
            handler.settingsReceived(maximumStreams: Int(limit))
        case NGHTTP2_GOAWAY.rawValue:
            let goAway = frame.pointee.goaway
            let debugData = UnsafeBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len)
            handler.goAwayReceived(
                lastStreamID: goAway.last_stream_id, code: goAway.error_code, debugData: Array(debugData))
        default:
            break
        }
    }

    private static func from(_ argument: UnsafeMutableRawPointer?) -> HTTP2SessionCallbacks? {
        argument.map { Unmanaged<HTTP2SessionCallbacks>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func slot(at pointer: UnsafeMutableRawPointer?) -> Int? {
        pointer.map { Int(bitPattern: $0) - 1 }
    }

    /// The slot of a stream; nil for the connection itself and for streams that have none.
    static func slot(of streamID: Int32, in session: OpaquePointer?) -> Int? {
        streamID == 0 ? nil : slot(at: nghttp2_session_get_stream_user_data(session, streamID))
    }
}
