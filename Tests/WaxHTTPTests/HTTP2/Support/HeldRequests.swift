// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxSystem

/// Holds what a server receives until the test decides about it.
final class HeldRequests: Sendable {
    struct Content {
        var requests: [HTTP2ServerRequest] = []
        var events: [HTTP2ServerEvent] = []
        var open = 0
        var mostOpen = 0
        var control: HTTP2ServerControl?
    }

    private let content = Locked(Content())

    /// To be given to a server as its handler.
    var handler: @Sendable ([HTTP2ServerRequest], HTTP2ServerControl) -> Void {
        { requests, control in
            self.content.withLock { content in
                content.requests += requests
                content.open += requests.count
                content.mostOpen = max(content.mostOpen, content.open)
                content.control = control
            }
            self.content.notify()
        }
    }

    /// To be given to a server for its events.
    var onEvent: @Sendable (HTTP2ServerEvent) -> Void {
        { event in
            self.content.withLock { $0.events.append(event) }
            self.content.notify()
        }
    }

    /// The most requests that were held at once.
    var mostOpen: Int { content.withLock { $0.mostOpen } }

    /// Begins to count anew.
    func forgetMostOpen() {
        content.withLock { $0.mostOpen = $0.open }
    }

    /// Blocks until `count` requests are held, and takes them out in the order of their streams.
    func take(_ count: Int) -> [HTTP2ServerRequest] {
        content.wait { content in
            guard content.requests.count >= count else { return nil }
            content.requests.sort { $0.key.streamID < $1.key.streamID }
            defer { content.requests.removeFirst(count) }
            return Array(content.requests.prefix(count))
        }
    }

    /// Answers requests that were taken out.
    func answer(_ requests: [HTTP2ServerRequest], status: Int = 200, body: [UInt8] = []) {
        let control = content.withLock { content in
            content.open -= requests.count
            return content.control
        }
        control?.respond(requests.map { HTTP2ServerResponse(to: $0.key, status: status, body: body) })
    }

    /// Blocks until an event gives a result.
    func wait<Result>(forEvent body: (HTTP2ServerEvent) -> Result?) -> Result {
        content.wait { content in
            for event in content.events {
                if let result = body(event) { return result }
            }
            return nil
        }
    }
}
