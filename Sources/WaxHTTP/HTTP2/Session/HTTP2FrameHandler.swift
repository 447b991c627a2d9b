// SPDX-License-Identifier: Apache-2.0

/// What a session tells while it reads and writes. Buffers are only good during the call.
///
/// A slot is the number that the handler has given to a stream, or has been asked for.
protocol HTTP2FrameHandler: AnyObject {
    /// A client has opened a stream: the slot that it gets, nil when it is of no interest.
    func streamBegan(_ streamID: Int32) -> Int?
    /// The request header of a stream is about to leave.
    func headerWillLeave(_ slot: Int)
    /// Fills the buffer with the next bytes of a body: how many, and whether they are the last.
    func takeBody(_ slot: Int, into buffer: UnsafeMutableRawBufferPointer) -> (count: Int, isLast: Bool)
    func headerReceived(
        _ slot: Int, name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, isIndexed: Bool)
    func headersReceived(_ slot: Int)
    func bodyReceived(_ slot: Int, _ bytes: UnsafeBufferPointer<UInt8>)
    /// The peer has sent all of its message.
    func messageEnded(_ slot: Int)
    func streamClosed(_ slot: Int, code: UInt32)
    func settingsReceived(maximumStreams: Int)
    func goAwayReceived(lastStreamID: Int32, code: UInt32, debugData: [UInt8])
}
