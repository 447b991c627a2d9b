// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxPushAPI

/// Gives each request to the API that it belongs to.
struct ServerHandler: HTTPHandler {
    let push: PushAPI

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        await push.respond(to: request)
    }

    func refusal(_ reason: HTTPRefusal, head: HTTPRequestHead) -> HTTPResponse {
        push.refusal(reason, head: head)
    }
}
