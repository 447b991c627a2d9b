// SPDX-License-Identifier: Apache-2.0

/// One client of a server.
final class HTTP2ServerConnection {
    let id: HTTP2ConnectionID
    /// Complete requests that the handler has not been given yet.
    var arrived: [HTTP2ServerRequest] = []
    /// Requests that the client took back.
    var cancelled: [HTTP2ServerEvent] = []
    /// Whether the loop looks at this connection in the present turn.
    var isScheduled = false
    /// When the loop looks at this connection although its socket has not changed.
    private(set) var deadline: Duration?
    private let configuration: HTTP2ServerConfiguration
    private var channel: HTTP2Channel?
    private var slots: [HTTP2ServerStream] = []
    private var free: [Int] = []
    private var readingRate: Int?
    private var isEnding = false

    /// How often a connection whose reading is limited is read.
    private static let readInterval = Duration.milliseconds(50)
    /// How long a connection that was closed waits for its client to do the same.
    private static let lingerTimeout = Duration.seconds(1)
    private static let readLimit = 1024 * 1024

    init(
        id: HTTP2ConnectionID, socket: consuming FileDescriptor, tls: TLSContext,
        configuration: HTTP2ServerConfiguration, now: Duration
    ) throws(TransportError) {
        self.id = id
        self.configuration = configuration
        deadline = now + configuration.handshakeTimeout
        let settings = HTTP2Settings(
            maximumStreams: configuration.maximumStreams, streamWindow: configuration.streamWindow,
            connectionWindow: configuration.connectionWindow)
        channel = HTTP2Channel(
            tls: try TLSSession(context: tls, acceptedFrom: socket),
            session: try HTTP2Session(isServer: true, settings: settings, handler: self), isConnected: true)
    }

    func socketChanged(_ event: Poller.Event) { channel?.socketChanged(event) }

    /// What a turn has brought.
    enum Progress {
        case none
        /// The handshake is complete.
        case opened
        /// The connection is over.
        case ended(reason: String)
    }

    /// Reads what has come.
    func receive(now: Duration) -> Progress {
        guard let channel else { return .ended(reason: "closed") }
        if isEnding {
            return channel.discard() || isDue(now) ? .ended(reason: "closed by the server") : .none
        }
        var progress = Progress.none
        if !channel.isOpen {
            do throws(TransportError) {
                guard try channel.establish() else {
                    return isDue(now) ? .ended(reason: "handshake timed out") : .none
                }
            } catch {
                return .ended(reason: "\(error)")
            }
            deadline = nil
            progress = .opened
        }
        if let deadline, now < deadline { return progress }
        do throws(HTTP2Failure) {
            let limit = readingRate.map { max(1, $0 / 20) } ?? Self.readLimit
            let count = try channel.receive(limit: limit)
            deadline = readingRate != nil ? now + Self.readInterval : count >= limit ? now : nil
        } catch {
            return .ended(reason: "\(error)")
        }
        return progress
    }

    /// Writes what is ready.
    func send() -> Progress {
        guard let channel, channel.isOpen, !isEnding else { return .none }
        do throws(HTTP2Failure) {
            try channel.send()
            return .none
        } catch {
            channel.shutDown()
            return .ended(reason: "\(error)")
        }
    }

    /// Answers a stream, if it is still there and has no answer.
    func respond(_ response: HTTP2ServerResponse) {
        guard let channel, let slot = channel.session.slot(of: response.key.streamID), !slots[slot].isAnswered else {
            return
        }
        slots[slot].isAnswered = true
        slots[slot].answer = response.body
        _ = channel.session.submitResponse(
            response.key.streamID, status: response.status, headers: response.headers,
            hasBody: !response.body.isEmpty, slot: slot)
    }

    /// Carries out a command.
    func perform(_ command: HTTP2ServerCommand, now: Duration) {
        guard let channel else { return }
        switch command {
        case .setMaximumStreams(let limit):
            channel.session.submitSettings(HTTP2Settings(maximumStreams: limit), isServer: true)
        case .resetStream(let streamID, let code):
            channel.session.resetStream(streamID, code: code)
        case .goAway(let lastStreamID, let code, let debugData):
            channel.session.goAway(lastStreamID: lastStreamID, code: code, debugData: debugData)
        case .limitReading(let rate):
            readingRate = rate
            deadline = now
        case .close:
            guard !isEnding else { return }
            guard channel.isOpen else { return abandon(now) }
            if case .ended = send() { return abandon(now) }
            channel.shutDown()
            isEnding = true
            deadline = now + Self.lingerTimeout
        case .reset:
            channel.abort()
            abandon(now)
        }
    }

    /// Ends the connection at once; the loop sees it in its next turn.
    private func abandon(_ now: Duration) {
        channel = nil
        deadline = now
    }

    private func isDue(_ now: Duration) -> Bool { deadline.map { $0 <= now } ?? false }
}

extension HTTP2ServerConnection: HTTP2FrameHandler {
    func streamBegan(_ streamID: Int32) -> Int? {
        if let slot = free.popLast() {
            slots[slot] = HTTP2ServerStream(streamID: streamID)
            return slot
        }
        slots.append(HTTP2ServerStream(streamID: streamID))
        return slots.count - 1
    }

    func headerWillLeave(_ slot: Int) {}

    func takeBody(_ slot: Int, into buffer: UnsafeMutableRawBufferPointer) -> (count: Int, isLast: Bool) {
        let taken = slots[slot].answerTaken
        let count = min(buffer.count, slots[slot].answer.count - taken)
        slots[slot].answer.withUnsafeBytes { answer in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: answer[taken..<taken + count]))
        }
        slots[slot].answerTaken = taken + count
        return (count, taken + count == slots[slot].answer.count)
    }

    func headerReceived(
        _ slot: Int, name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, isIndexed: Bool
    ) {
        // Trailers are of no use.
        guard !slots[slot].hasHeader else { return }
        guard slots[slot].headers.bytes.count + name.count + value.count <= configuration.maximumHeader else {
            channel?.session.resetStream(slots[slot].streamID, code: HTTP2ErrorCode.enhanceYourCalm)
            return
        }
        guard name.first == UInt8(ascii: ":") else {
            slots[slot].headers.append(name: name, value: value, isIndexed: isIndexed)
            return
        }
        if name.elementsEqual(":path".utf8) {
            slots[slot].path = String(decoding: value, as: UTF8.self)
        } else if name.elementsEqual(":method".utf8) {
            slots[slot].method = String(decoding: value, as: UTF8.self)
        }
    }

    func headersReceived(_ slot: Int) { slots[slot].hasHeader = true }

    func bodyReceived(_ slot: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard slots[slot].body.count + bytes.count <= configuration.maximumBody else {
            slots[slot].body = []
            channel?.session.resetStream(slots[slot].streamID, code: HTTP2ErrorCode.enhanceYourCalm)
            return
        }
        slots[slot].body.append(contentsOf: bytes)
    }

    func messageEnded(_ slot: Int) {
        guard !slots[slot].isDelivered else { return }
        slots[slot].isDelivered = true
        var stream = HTTP2ServerStream(streamID: slots[slot].streamID)
        swap(&stream.headers, &slots[slot].headers)
        swap(&stream.body, &slots[slot].body)
        arrived.append(
            HTTP2ServerRequest(
                key: HTTP2StreamKey(connection: id, streamID: stream.streamID), method: slots[slot].method,
                path: slots[slot].path, headers: stream.headers, body: stream.body))
    }

    func streamClosed(_ slot: Int, code: UInt32) {
        if slots[slot].isDelivered && !slots[slot].isAnswered {
            let key = HTTP2StreamKey(connection: id, streamID: slots[slot].streamID)
            cancelled.append(.cancelled(key, code: code))
        }
        slots[slot] = HTTP2ServerStream(streamID: 0)
        free.append(slot)
    }

    func settingsReceived(maximumStreams: Int) {}

    func goAwayReceived(lastStreamID: Int32, code: UInt32, debugData: [UInt8]) {}
}
