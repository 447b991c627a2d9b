// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON

/// Takes every push unread, for measurements: what it costs is next to nothing beside the server that is measured.
struct PushSink: Sendable {
    private static let accessToken = ProviderReply.google([
        "access_token": "ya29.sink", "expires_in": 3599, "token_type": "Bearer",
    ])
    private static let taken = ProviderReply.google(["name": "projects/sink/messages/0:0"])

    let service: SimulatedService

    /// Answers with success: to Apple's clients with their own `apns-id`, to Google's with the name of a message or with an access
    /// token, and 201 for browsers.
    func answer(_ requests: [HTTP2ServerRequest], _ control: HTTP2ServerControl) {
        control.respond(requests.map(answer(to:)))
    }

    private func answer(to request: HTTP2ServerRequest) -> HTTP2ServerResponse {
        switch service {
        case .apns, .apnsSandbox:
            var headers = HTTP2Headers()
            headers.append("apns-id", request.headers["apns-id"] ?? "", isIndexed: false)
            return HTTP2ServerResponse(to: request.key, status: 200, headers: headers)
        case .fcm: return Self.response(Self.taken, to: request)
        case .oauth: return Self.response(Self.accessToken, to: request)
        case .webPush: return HTTP2ServerResponse(to: request.key, status: 201, headers: HTTP2Headers())
        }
    }

    private static func response(_ reply: ProviderReply, to request: HTTP2ServerRequest) -> HTTP2ServerResponse {
        HTTP2ServerResponse(to: request.key, status: reply.status, headers: reply.headers, body: reply.body)
    }
}
