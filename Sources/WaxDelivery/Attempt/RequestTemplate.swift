// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxSystem

/// The requests of one push in one lane.
enum RequestTemplate {
    case apns(APNsRequestTemplate)
    case fcm(FCMRequestTemplate)
    case web(WebPushRequestTemplate)
    /// Test mode, which plays all providers.
    case test(APNsRequestTemplate, FCMRequestTemplate, WebPushRequestTemplate)

    init(_ lane: LaneKey, of job: PushJob, authorization: String, now: Timestamp) {
        let options = job.payloads.options
        func apns(topic: String) -> APNsRequestTemplate {
            APNsRequestTemplate(topic: topic, authorization: authorization, options: options, due: job.push.dueAt)
        }
        // A push service counts the time to live from the request on; what is over by then gets its one attempt.
        func web() -> WebPushRequestTemplate {
            WebPushRequestTemplate(
                authorization: authorization,
                options: options.remaining(after: job.push.elapsed(at: now))
                    ?? DeliveryOptions(priority: options.priority, ttlSeconds: 0, collapseKey: options.collapseKey))
        }
        switch lane {
        case .apns(_, _, _, _, _, let topic): self = .apns(apns(topic: topic))
        case .fcm(_, let project, _): self = .fcm(FCMRequestTemplate(projectID: project, authorization: authorization))
        case .web: self = .web(web())
        case .test:
            self = .test(
                apns(topic: job.testTopic),
                FCMRequestTemplate(projectID: TestProvider.projectID, authorization: authorization), web())
        }
    }

    func request(id: UInt64, for attempt: Attempt) -> HTTP2Request {
        switch self {
        case .apns(let template): Self.request(template, id, attempt)
        case .fcm(let template): template.request(id: id, body: attempt.body)
        case .web(let template): Self.request(template, id, attempt)
        case .test(let apns, let fcm, let web):
            switch attempt.platform {
            case .ios: Self.request(apns, id, attempt)
            case .android: fcm.request(id: id, body: attempt.body)
            case .web: Self.request(web, id, attempt)
            }
        }
    }

    private static func request(_ template: APNsRequestTemplate, _ id: UInt64, _ attempt: Attempt) -> HTTP2Request {
        template.request(
            id: id, token: attempt.token, deliveryID: PublicID(.delivery, attempt.deliveryID).text,
            messageID: attempt.deliveryID, body: attempt.body)
    }

    private static func request(_ template: WebPushRequestTemplate, _ id: UInt64, _ attempt: Attempt) -> HTTP2Request {
        template.request(id: id, path: attempt.token, body: attempt.body)
    }
}
