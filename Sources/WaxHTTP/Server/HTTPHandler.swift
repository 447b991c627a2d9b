// SPDX-License-Identifier: Apache-2.0

/// What answers the requests of a server, or of a test that has no server.
package protocol HTTPHandler: Sendable {
    /// Answers one request.
    ///
    /// It runs on the thread of one of the server's workers and must not block there: what waits is awaited. Its task is
    /// cancelled when the client goes away, and when the server is stopped and the deadline has passed.
    func respond(to request: HTTPRequest) async -> HTTPResponse

    /// The answer to what the server refuses itself; `head.segments` is empty when the target cannot be decoded.
    ///
    /// It runs on the thread of one of the server's workers and must return at once.
    func refusal(_ reason: HTTPRefusal, head: HTTPRequestHead) -> HTTPResponse
}

extension HTTPHandler {
    /// An answer without a body.
    package func refusal(_ reason: HTTPRefusal, head: HTTPRequestHead) -> HTTPResponse {
        .empty(status: reason.status)
    }
}
