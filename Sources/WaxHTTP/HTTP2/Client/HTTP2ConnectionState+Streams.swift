// SPDX-License-Identifier: Apache-2.0

extension HTTP2ConnectionState {
    /// The session has numbered the stream.
    mutating func opened(_ slot: Int, as streamID: Int32) {
        streams.slots[slot].streamID = streamID
    }

    /// The stream's header is about to leave.
    mutating func headerWritten(_ slot: Int) {
        guard streams.isInUse(slot) else { return }
        streams.slots[slot].isHeaderWritten = true
        if streams.slots[slot].request.body.isEmpty { streams.slots[slot].isWritten = true }
    }

    /// Copies the next bytes of the body; the flow-control window may leave room for less than what is left.
    ///
    /// - Returns: How many bytes were copied, and whether they are the last.
    mutating func takeBody(_ slot: Int, into buffer: UnsafeMutableRawBufferPointer) -> (count: Int, isLast: Bool) {
        guard streams.isInUse(slot) else { return (0, true) }
        let taken = streams.slots[slot].bodyTaken
        let count = min(buffer.count, streams.slots[slot].request.body.count - taken)
        streams.slots[slot].request.body.withUnsafeBytes { body in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: body[taken..<taken + count]))
        }
        streams.slots[slot].bodyTaken = taken + count
        streams.slots[slot].isWritten = taken + count == streams.slots[slot].request.body.count
        return (count, streams.slots[slot].isWritten)
    }

    /// A header field of the answer has come.
    mutating func headerReceived(
        _ slot: Int, name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
    ) {
        // Trailers, and fields of a stream that was given up, are of no use.
        guard streams.isInUse(slot), !streams.slots[slot].isSettled, !streams.slots[slot].hasStatus else { return }
        if name.elementsEqual(":status".utf8) {
            streams.slots[slot].response.status = value.reduce(0) { $0 &* 10 &+ Int($1) &- 48 }
        } else if streams.slots[slot].response.headers.bytes.count + name.count + value.count
            <= configuration.maximumResponseHeader
        {
            streams.slots[slot].response.headers.append(name: name, value: value)
        }
    }

    /// A header block is complete.
    mutating func headersReceived(_ slot: Int) {
        guard streams.isInUse(slot), !streams.slots[slot].hasStatus else { return }
        if (100..<200).contains(streams.slots[slot].response.status) {
            // Informational: the answer is still to come (RFC 9113, section 8.1).
            streams.slots[slot].response = HTTP2Response(status: 0, isComplete: false)
        } else {
            streams.slots[slot].hasStatus = true
        }
    }

    /// Bytes of the answer's body have come.
    mutating func bodyReceived(_ slot: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard streams.isInUse(slot), !streams.slots[slot].isSettled else { return }
        let room = configuration.maximumResponseBody - streams.slots[slot].response.body.count
        streams.slots[slot].response.body.append(contentsOf: bytes.prefix(room))
        if bytes.count > room {
            settle(slot, .reset(code: HTTP2ErrorCode.cancel), isCertain: false)
            cancellations.append(streams.slots[slot].streamID)
        }
    }

    /// The answer is complete.
    mutating func answerEnded(_ slot: Int) {
        guard streams.isInUse(slot) else { return }
        streams.slots[slot].isAnswerEnded = true
        // A server may answer before it has read the whole request. The rest is sent all the same, since servers count
        // resets and close connections with many; a stream that stays stuck is reset at its deadline.
        settle(slot, .reset(code: HTTP2ErrorCode.noError), isCertain: false)
    }

    /// The stream has closed, with `code` unless it ended well.
    mutating func streamClosed(_ slot: Int, code: UInt32) {
        guard streams.isInUse(slot) else { return }
        let isCovered = streams.slots[slot].streamID <= lastStreamID
        let failure: HTTP2Failure
        if !isCovered {
            failure = .goAway(code: code)
        } else if !streams.slots[slot].isHeaderWritten && phase == .open {
            failure = .invalidRequest
        } else if code == HTTP2ErrorCode.refusedStream {
            failure = .refused
        } else {
            failure = .reset(code: code)
        }
        // A server that resets a stream otherwise has looked at it, be it complete or not.
        let isCertain =
            !isCovered || code == HTTP2ErrorCode.refusedStream || !streams.slots[slot].isHeaderWritten
        settle(slot, failure, isCertain: isCertain)
        if !cancellations.isEmpty {
            let streamID = streams.slots[slot].streamID
            cancellations.removeAll { $0 == streamID }
        }
        streams.close(slot)
    }
}
