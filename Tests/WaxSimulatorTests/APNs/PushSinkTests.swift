// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxJSON
import WaxSimulator

/// A simulator that takes every request unread.
@Suite struct PushSinkTests {
    @Test func everyRequestIsAnsweredByTwoHundred() async throws {
        let fixture = try SimulatorFixture { $0.isSink = true }
        let apple = try fixture.client(.apns)
        for id in ["3f2b1c0d-7c1e-4abc-8def-9b8a7f6e5d4c", "of no form"] {
            let answer = try await apple.answer(
                to: TestRequest(path: "/3/device/nobody", headers: [("apns-id", id)], body: [1]))
            #expect(answer.status == 200 && answer.headers["apns-id"] == id)
        }
        let google = try fixture.client(.fcm)
        let taken = try await google.answer(to: TestRequest(path: "/v1/projects/any/messages:send"))
        #expect(taken.status == 200 && taken.json["name"]?.stringValue?.hasPrefix("projects/") == true)
        let tokens = try fixture.client(.oauth)
        let token = try await tokens.answer(to: TestRequest(path: "/token"))
        #expect(token.status == 200 && token.json["access_token"]?.stringValue?.isEmpty == false)
        #expect(fixture.simulator.received.isEmpty)
    }

    @Test func manyStreamsAreTakenFromTheStart() async throws {
        let fixture = try SimulatorFixture { $0.isSink = true }
        let apple = try fixture.client(.apns, streams: 100)
        _ = try await apple.answer(to: TestRequest(path: "/3/device/nobody"))
        #expect(apple.events.contains(.streamLimit(1000)))
    }
}
