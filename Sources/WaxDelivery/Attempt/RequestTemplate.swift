// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords

/// The requests of one push in one lane.
enum RequestTemplate {
    case apns(APNsRequestTemplate)
    case fcm(FCMRequestTemplate)
    /// Test mode, which plays both providers.
    case test(APNsRequestTemplate, FCMRequestTemplate)

    init(_ lane: LaneKey, of job: PushJob, authorization: String) {
        let options = job.payloads.options
        func apns(topic: String) -> APNsRequestTemplate {
            APNsRequestTemplate(topic: topic, authorization: authorization, options: options, due: job.push.dueAt)
        }
        switch lane {
        case .apns(_, _, _, _, _, let topic): self = .apns(apns(topic: topic))
        case .fcm(_, let project, _): self = .fcm(FCMRequestTemplate(projectID: project, authorization: authorization))
        case .test:
            self = .test(
                apns(topic: job.testTopic),
                FCMRequestTemplate(projectID: TestProvider.projectID, authorization: authorization))
        }
    }

    func request(id: UInt64, for attempt: Attempt) -> HTTP2Request {
        switch self {
        case .apns(let template): Self.request(template, id, attempt)
        case .fcm(let template): template.request(id: id, body: attempt.body)
        case .test(let apns, let fcm):
            attempt.platform == .ios ? Self.request(apns, id, attempt) : fcm.request(id: id, body: attempt.body)
        }
    }

    private static func request(_ template: APNsRequestTemplate, _ id: UInt64, _ attempt: Attempt) -> HTTP2Request {
        template.request(
            id: id, token: attempt.token, deliveryID: PublicID(.delivery, attempt.deliveryID).text,
            messageID: attempt.deliveryID, body: attempt.body)
    }
}
