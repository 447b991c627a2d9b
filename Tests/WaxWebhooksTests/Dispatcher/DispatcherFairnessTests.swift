// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxSystem
import WaxWebhooks

@Suite struct DispatcherFairnessTests {
    /// The numbers of deliveries that a receiver was told of.
    private func numbers(_ deliveries: [Receiver.Delivery], of push: Push) -> [Int64] {
        deliveries.compactMap { delivery in
            let id = delivery.event["data"]?["id"]?.stringValue.flatMap { PublicID(.delivery, text: $0) }
            return id.flatMap { push.deliveryNumber($0.ulid) }
        }
    }

    @Test func oneEndpointThatHangsDelaysNobody() async throws {
        let stage = try WebhookStage()
        let end = Locked(false)
        let hanging = try Receiver { _, _ in
            _ = await inBackground { end.wait(atMost: .seconds(120)) { $0 ? true : nil } }
            return .empty()
        }
        let receivers = [try Receiver(), try Receiver()]
        let dead = try stage.addWebhook(hanging.url)
        let healthy = try receivers.map { try stage.addWebhook($0.url) }
        let push = try stage.addPush()
        try stage.addDeliveries(1000, to: push)
        let dispatcher = stage.dispatcher()
        for start in stride(from: Int64(0), to: 1000, by: 100) {
            try stage.record(
                [.deliveries((start..<start + 100).map { .init(n: $0, isSent: true) }, push: push.seq)],
                waking: dispatcher)
        }
        for (receiver, webhook) in zip(receivers, healthy) {
            let deliveries = try await receiver.first(1000)
            _ = try await stage.eventually { try $0.queued(webhook) == 0 ? true : nil }
            #expect(receiver.deliveries.count == 1000)
            #expect(Set(deliveries.map(\.id)).count == 1000)
            #expect(numbers(deliveries, of: push).sorted() == Array(0..<1000))
        }
        #expect(hanging.deliveries.count <= DispatcherConfiguration().requestsPerWebhook)
        #expect(try stage.queued(dead) == 1000)
        end.withLock { $0 = true }
        end.notify()
        await inBackground { dispatcher.stop() }
    }

    @Test func eventsBeginInTheOrderInWhichTheyHappened() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver()
        _ = try stage.addWebhook(receiver.url)
        let push = try stage.addPush()
        try stage.addDeliveries(100, to: push)
        // One request at a time shows the order.
        var configuration = WebhookStage.patient
        configuration.requestsPerWebhook = 1
        let dispatcher = stage.dispatcher(configuration)
        defer { dispatcher.stop() }
        for n in 0..<100 {
            try stage.record([.deliveries([.init(n: Int64(n), isSent: true)], push: push.seq)], waking: dispatcher)
        }
        #expect(numbers(try await receiver.first(100), of: push) == Array(0..<100))
    }

    @Test func eventsOfOneSubjectArriveOneAfterTheOther() async throws {
        let stage = try WebhookStage()
        let underWay = Locked((now: 0, most: 0))
        let receiver = try Receiver { _, _ in
            underWay.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            defer { underWay.withLock { $0.now -= 1 } }
            await Task.yield()
            return .empty()
        }
        _ = try stage.addWebhook(receiver.url)
        let push = try stage.addPush()
        let changes: [RecordEvent.PushChange] = [.scheduled, .rescheduled, .cancelled, .sent, .failed]
        try stage.record((0..<40).map { .push(changes[$0 % changes.count], push: push.seq) })
        let dispatcher = stage.dispatcher()
        defer { dispatcher.stop() }
        let types = try await receiver.first(40).map(\.type)
        let names = ["push.scheduled", "push.rescheduled", "push.cancelled", "push.sent", "push.failed"]
        #expect(types == (0..<40).map { names[$0 % names.count] })
        #expect(underWay.withLock { $0.most } == 1)
    }
}
