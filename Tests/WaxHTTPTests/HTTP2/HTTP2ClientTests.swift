// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxSystem

@Suite(.timeLimit(.minutes(1))) struct HTTP2ClientTests {
    @Test func multiplexesThousands() throws {
        var configuration = HTTP2ServerConfiguration()
        configuration.maximumStreams = 100
        let harness = try HTTP2Harness(configuration: configuration)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        client.submit((0..<5000).map { HTTP2Request(id: $0, path: "/3/device/\($0)", body: Array("\($0)".utf8)) })
        let content = collector.wait(for: 5000)
        #expect(content.count == 5000)
        #expect(content.outcomes.count == 5000)
        for (id, outcomes) in content.outcomes {
            guard case .response(let response) = outcomes.first else {
                Issue.record("\(id): \(outcomes)")
                continue
            }
            #expect(response.status == 200 && response.isComplete && response.body == Array("\(id)".utf8))
        }
        #expect(content.events == [.connected, .streamLimit(100)])
        client.close()
        client.waitUntilClosed()
    }
}
