// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxSimulator

/// Two phones, their push app on a server, and the push that is sent to both.
struct Demo {
    let simulator: Simulator
    let server: WaxwingProcess
    let client: DemoClient
    let appID: String
    let iPhone: SimulatedPhone
    let android: SimulatedPhone
    let content = DemoContent()

    private static let bundleID = "ca.example.demo"
    private static let projectID = "waxwing-demo"
    private static let limit = Duration.seconds(30)

    /// Makes the app and the phones and registers these.
    init(simulator: Simulator, server: WaxwingProcess, liveKey: String) async throws {
        self.simulator = simulator
        self.server = server
        client = DemoClient(url: server.url, key: liveKey)
        appID = try await client.makeApp(
            simulator.issueAPNsKey(bundleID: Self.bundleID),
            simulator.issueServiceAccount(projectID: Self.projectID))
        iPhone = simulator.newPhone(for: .ios(bundleID: Self.bundleID))
        android = simulator.newPhone(for: .android(projectID: Self.projectID))
        for phone in [iPhone, android] {
            try await client.register(phone, appID: appID, userID: content.userID)
        }
    }

    /// Sends the push and waits until both phones have shown something.
    func play() async throws -> DemoScene {
        let pushID = try await client.send(content.request(appID: appID))
        async let first = iPhone.shown(atLeast: 1, within: Self.limit)
        async let second = android.shown(atLeast: 1, within: Self.limit)
        let shown = await (first, second)
        if shown.0 == nil || shown.1 == nil {
            let failures = try await client.failures(of: pushID)
            throw CommandFailure(
                (["the push did not reach both phones"] + failures).joined(separator: "\n"))
        }
        return DemoScene(
            content: content, apple: iPhone.received.first, google: android.received.first, iPhone: shown.0?.first,
            android: shown.1?.first)
    }
}
