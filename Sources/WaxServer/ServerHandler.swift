// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxPersonal
import WaxPushAPI

/// Gives each request to the API that it belongs to.
struct ServerHandler: HTTPHandler {
    let push: PushAPI
    let personal: PersonalAPI

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        PersonalAPI.answers(request.head) ? await personal.respond(to: request) : await push.respond(to: request)
    }

    func refusal(_ reason: HTTPRefusal, head: HTTPRequestHead) -> HTTPResponse {
        PersonalAPI.answers(head) ? personal.refusal(reason, head: head) : push.refusal(reason, head: head)
    }
}
