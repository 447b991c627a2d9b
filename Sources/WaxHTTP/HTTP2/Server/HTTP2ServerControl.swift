// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Answers a server's requests and steers its connections, from any thread.
///
/// What names a stream or a connection that is gone has no effect.
package final class HTTP2ServerControl: Sendable {
    private let mailboxes: [Mailbox<HTTP2ServerMessage>]
    private let greeting: Locked<TLSContext?>

    init(mailboxes: [Mailbox<HTTP2ServerMessage>], greeting: Locked<TLSContext?>) {
        self.mailboxes = mailboxes
        self.greeting = greeting
    }

    /// Answers requests.
    package func respond(_ responses: [HTTP2ServerResponse]) {
        guard mailboxes.count > 1 else {
            mailboxes[0].put(.respond(responses))
            return
        }
        var perLoop = [[HTTP2ServerResponse]](repeating: [], count: mailboxes.count)
        for response in responses { perLoop[response.key.connection.loop].append(response) }
        for (loop, responses) in perLoop.enumerated() where !responses.isEmpty {
            mailboxes[loop].put(.respond(responses))
        }
    }

    /// Does something with one connection.
    package func perform(_ command: HTTP2ServerCommand, on connection: HTTP2ConnectionID) {
        mailboxes[connection.loop].put(.perform(command, connection))
    }

    /// Does something with every connection.
    package func performOnAll(_ command: HTTP2ServerCommand) {
        for mailbox in mailboxes { mailbox.put(.performOnAll(command)) }
    }

    /// Greets the connections that come from now on with another context; nil ends them before their handshake.
    package func greet(with tls: TLSContext?) {
        greeting.withLock { $0 = tls }
    }

    /// Resets the stream of a request.
    package func resetStream(_ key: HTTP2StreamKey, code: UInt32) {
        perform(.resetStream(key.streamID, code: code), on: key.connection)
    }
}
