// SPDX-License-Identifier: Apache-2.0

/// One request on its way: what has been written of it and read of its answer.
struct HTTP2ClientStream: Sendable {
    var request: HTTP2Request
    /// Tells this use of a slot from those before and after it.
    var serial: UInt64
    /// Zero until the session has numbered the stream.
    var streamID: Int32 = 0
    /// How many bytes of the body the session has taken.
    var bodyTaken = 0
    /// Whether the header may have left.
    var isHeaderWritten = false
    /// Whether the end of the request may have left: before that no server acts upon it.
    var isWritten = false
    /// Whether the outcome has been given.
    var isSettled = false
    /// Whether a header block with a final status, not an informational one, is complete.
    var hasStatus = false
    /// Whether the answer has come to its end.
    var isAnswerEnded = false
    var response = HTTP2Response(status: 0, isComplete: false)
}
