// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON

/// Takes every push unread, for measurements: what it costs is next to nothing beside the server that is measured.
struct PushSink: Sendable {
    private static let messageName = "projects/sink/messages/0:0"
    private static let googleReply = ProviderReply.google(["name": .string(messageName)])

    let service: SimulatedService

    /// Answers 200, to Apple's clients with their own `apns-id`, to Google's with the name of a message.
    func answer(_ requests: [HTTP2ServerRequest], _ control: HTTP2ServerControl) {
        var answers: [HTTP2ServerResponse] = []
        answers.reserveCapacity(requests.count)
        for request in requests {
            switch service {
            case .apns, .apnsSandbox:
                var headers = HTTP2Headers()
                headers.append("apns-id", request.headers["apns-id"] ?? "", isIndexed: false)
                answers.append(HTTP2ServerResponse(to: request.key, status: 200, headers: headers))
            case .fcm, .oauth:
                answers.append(
                    HTTP2ServerResponse(
                        to: request.key, status: Self.googleReply.status, headers: Self.googleReply.headers,
                        body: Self.googleReply.body))
            }
        }
        control.respond(answers)
    }
}
