// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import Testing
import WaxEnvelope
import WaxJSON
import WaxSimulator

/// Connections to Apple and Google that fail in the middle of a push to many.
@Suite(.bounded, .timeLimit(.minutes(4))) struct ConnectionFaultTests {
    /// What goes wrong, and whether it leaves open what became of the requests under way.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fault: Fault
        var times = 1
        var isUncertain = false

        init(_ name: String, _ fault: Fault, times: Int = 1, isUncertain: Bool = false) {
            testDescription = name
            self.fault = fault
            self.times = times
            self.isUncertain = isUncertain
        }
    }

    private static let count = 300

    @Test(
        arguments: [
            Case("GOAWAY after a served request", .goAway(delivers: true)),
            Case("GOAWAY before an unserved request", .goAway(delivers: false)),
            Case("a GOAWAY on each of three connections", .goAway(delivers: false), times: 3),
            Case("the stream limit falls to 1", .setStreamLimit(1)),
            Case("streams are refused", .refuseStream, times: 40),
            Case("the connection is reset after a served request", .resetConnection(delivers: true), isUncertain: true),
            Case("the connection is reset before it is served", .resetConnection(delivers: false), isUncertain: true),
            Case("answers are lost", .resetStream(delivers: true), times: 10, isUncertain: true),
        ], [Stage.iPhone, Stage.android])
    func everyDeviceIsReached(_ fault: Case, _ app: SimulatedApp) async throws {
        let stage = try await Stage()
        let service = app == Stage.android ? SimulatedService.fcm : .apns
        let devices = stage.simulator.newDevices(Self.count, for: app, keyCount: 1, sampleInterval: 25)
        for index in 0..<Self.count {
            try await stage.register(
                devices.token(at: index), of: app, user: "user \(index)", key: devices.encryptionPublicKey(at: index))
        }
        stage.simulator.order(.delay(.zero), service: service, times: 100)
        stage.simulator.order(fault.fault, service: service, times: fault.times)
        let id = try await stage.api.send(["app_id": .string(stage.appID), "all_devices": true, "title": "To all"])
        let push = try await stage.api.finished(id)
        #expect(push["status"] == "sent")
        #expect(push["counts"] == ["queued": 0, "sent": .number(JSONNumber(Self.count)), "failed": 0, "refused": 0])
        let arrivals = devices.devicesByArrivals
        #expect(arrivals[0] == 0)
        #expect(arrivals.count <= (fault.isUncertain ? 3 : 2), "\(arrivals)")
        #expect(devices.openSamples().allSatisfy { $0.content?.title == "To all" })
        // A provider counts what it refuses, and slows a connection down for it.
        #expect(stage.simulator.counts(of: service).refused == [:])
    }

    @Test(arguments: [Stage.iPhone, Stage.android])
    func anAnswerThatIsLostTwiceIsTheEnd(_ app: SimulatedApp) async throws {
        let stage = try await Stage()
        let phone = try await stage.phone(app, user: "user")
        stage.simulator.order(.resetStream(delivers: true), token: phone.token, times: 1)
        #expect(try await stage.send(to: "user", ["title": "Once more"])["status"] == "sent")
        let shown = try #require(await phone.shown(atLeast: 2, within: .seconds(30)))
        #expect(shown.map(\.title) == ["Once more", "Once more"])
        if app == Stage.iPhone {
            // The second copy replaces the first.
            #expect(phone.present.count == 1)
            #expect(Set(phone.received.map { $0.header("apns-collapse-id") }).count == 1)
        }

        stage.simulator.order(.resetStream(delivers: false), token: phone.token, times: nil)
        let push = try await stage.send(to: "user", ["title": "In vain"])
        #expect(push["status"] == "failed" && push["error_code"] == "PROVIDER_TIMEOUT")
        let delivery = try await stage.api.delivery(push.string("id"))
        #expect(delivery["attempts"] == 2)
        #expect(stage.received.count == 4)
        // Nothing is known of the device: it stays active.
        #expect(try await stage.api.list("/v1/push/devices?active=true").count == 1)
    }

    @Test func aProviderThatEndsItsConnectionsBetweenPushesIsFoundAgain() async throws {
        let stage = try await Stage()
        let phones = [
            try await stage.phone(Stage.iPhone, user: "user"), try await stage.phone(Stage.android, user: "user"),
        ]
        for round in 1...4 {
            let push = try await stage.send(to: "user", ["title": "Round \(round)"])
            #expect(push["counts"]?["sent"] == 2)
            for service in [SimulatedService.apns, .fcm] {
                if round.isMultiple(of: 2) {
                    stage.simulator.sendGoAway(service: service)
                } else {
                    stage.simulator.resetConnections(service: service)
                }
            }
        }
        for phone in phones { #expect(await phone.shown(atLeast: 4, within: .seconds(30))?.count == 4) }
    }
}
