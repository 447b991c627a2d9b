// SPDX-License-Identifier: Apache-2.0

/// One stream of a server's connection: the request as it comes, then the body of the answer as it goes.
struct HTTP2ServerStream {
    var streamID: Int32
    var method = ""
    var path = ""
    var headers = HTTP2Headers()
    var body: [UInt8] = []
    var hasHeader = false
    /// Whether the whole request was given to the handler.
    var isDelivered = false
    var isAnswered = false
    var answer: [UInt8] = []
    var answerTaken = 0
}
