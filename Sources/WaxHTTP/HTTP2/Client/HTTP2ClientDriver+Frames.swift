// SPDX-License-Identifier: Apache-2.0

/// What the session tells goes to the state as it is.
extension HTTP2ClientDriver: HTTP2FrameHandler {
    func streamBegan(_ streamID: Int32) -> Int? { nil }

    func headerWillLeave(_ slot: Int) { state.headerWritten(slot) }

    func takeBody(_ slot: Int, into buffer: UnsafeMutableRawBufferPointer) -> (count: Int, isLast: Bool) {
        state.takeBody(slot, into: buffer)
    }

    func headerReceived(
        _ slot: Int, name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, isIndexed: Bool
    ) {
        state.headerReceived(slot, name: name, value: value)
    }

    func headersReceived(_ slot: Int) { state.headersReceived(slot) }

    func bodyReceived(_ slot: Int, _ bytes: UnsafeBufferPointer<UInt8>) { state.bodyReceived(slot, bytes) }

    func messageEnded(_ slot: Int) { state.answerEnded(slot) }

    func streamClosed(_ slot: Int, code: UInt32) { state.streamClosed(slot, code: code) }

    func settingsReceived(maximumStreams: Int) { state.settingsReceived(maximumStreams: maximumStreams) }

    func goAwayReceived(lastStreamID: Int32, code: UInt32, debugData: [UInt8]) {
        state.goAwayReceived(lastStreamID: lastStreamID, code: code, debugData: debugData, now: now)
    }
}
