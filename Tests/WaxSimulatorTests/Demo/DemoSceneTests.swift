// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import Testing
import WaxEnvelope
import WaxJSON
import WaxSimulator
import waxwing_simulator

@Suite(.timeLimit(.minutes(2))) struct DemoSceneTests {
    private let fixture: SimulatorFixture
    private let demo = DemoContent()

    init() throws {
        fixture = try SimulatorFixture()
    }

    /// What a phone shows for a push that is sealed to it, or to nobody.
    private func iPhone(_ payload: (SimulatedPhone) throws -> [UInt8]) async throws -> SimulatedPhone {
        let key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        let phone = fixture.simulator.newPhone(for: SimulatorFixture.ios)
        let request = try fixture.apnsPush(to: phone.token, by: key, payload: payload(phone))
        #expect(try await fixture.client(.apns).answer(to: request).status == 200)
        _ = await phone.shown(atLeast: 1, within: .seconds(30))
        return phone
    }

    private func android() async throws -> SimulatedPhone {
        let account = try fixture.simulator.issueServiceAccount(projectID: SimulatorFixture.projectID)
        let phone = fixture.simulator.newPhone(for: SimulatorFixture.android)
        let message = try SimulatorFixture.sealedMessage(
            content, to: phone.encryptionPublicKey().publicKey, token: phone.token)
        let request = SimulatorFixture.fcmMessage(message, accessToken: try await fixture.accessToken(account))
        #expect(try await fixture.client(.fcm).answer(to: request).status == 200)
        _ = await phone.shown(atLeast: 1, within: .seconds(30))
        return phone
    }

    private var content: PushContent {
        PushContent(title: demo.title, body: demo.body, data: demo.data, badge: demo.badge, sound: demo.sound)
    }

    private func scene(_ iPhone: SimulatedPhone?, _ android: SimulatedPhone?) -> DemoScene {
        DemoScene(
            content: demo, apple: iPhone?.received.first, google: android?.received.first,
            iPhone: iPhone?.shown.first, android: android?.shown.first)
    }

    @Test func isAsItMustBe() async throws {
        let iPhone = try await iPhone { phone in
            try SimulatorFixture.sealedPayload(content, to: phone.encryptionPublicKey().publicKey)
        }
        let scene = try await scene(iPhone, android())
        #expect(scene.problems.isEmpty)
        var page = Page(width: 120, hasStyle: false)
        scene.write(to: &page)
        let text = page.text
        for part in ["Apple was given", "Google was given", "POST /3/device/", "New notification", "The iPhone showed"]
        {
            #expect(text.contains(part))
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
        #expect(text.hasSuffix("Neither Apple nor Google can read any of it; both phones showed all of it.\n"))
    }

    @Test func tellsWhatIsNot() async throws {
        let plain = try await iPhone { _ in
            Array(#"{"aps":{"alert":{"title":"Your code","body":"654321"}},"data":{"order":"42"}}"#.utf8)
        }
        #expect(
            scene(plain, nil).problems == [
                "Apple can read 'Your code'", "Apple can read 'order'", "Apple can read '42'",
                "Google was given nothing", "the iPhone was sent no envelope that it could open",
                "the iPhone showed another text", "the Android phone showed nothing",
            ])
        var page = Page(width: 60, hasStyle: false)
        scene(plain, nil).write(to: &page)
        #expect(page.text.contains("came in plain text") && page.text.hasSuffix("the Android phone showed nothing\n"))
        let other = try await android()
        let foreign = try await iPhone { _ in
            try SimulatorFixture.sealedPayload(content, to: other.encryptionPublicKey().publicKey)
        }
        #expect(
            scene(foreign, other).problems == [
                "the iPhone was sent no envelope that it could open", "the iPhone showed another title",
                "the iPhone showed another text", "the iPhone got other data",
            ])
    }
}
