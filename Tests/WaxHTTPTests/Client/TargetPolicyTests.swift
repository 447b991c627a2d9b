// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP

/// What stands beside the server cannot be reached through a client for public targets, however it is written.
@Suite struct TargetPolicyTests {
    @Test(
        arguments: [
            "127.0.0.1", "localhost", "127.1", "0x7f.1", "2130706433", "0177.0.0.1", "0.0.0.0", "0", "[::1]",
            "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::]", "[64:ff9b::7f00:1]",
        ])
    func everyAddressIsCheckedWhenItIsConnectedTo(host: String) async throws {
        let server = try HTTPServer(configuration: HTTPServer.Configuration.patient, handler: TestHandler.echo)
        var configuration = HTTPClient.Configuration()
        configuration.policy = .publicOnly
        let error = await #expect(throws: HTTPClientError.self) {
            try await HTTPClient(configuration: configuration).send(
                HTTPClientRequest(method: "POST", url: "http://\(host):\(server.boundPort)/"))
        }
        #expect(error?.reason == .forbiddenAddress)
        #expect(error?.mayHaveBeenSent == false)
        await server.stop()
    }

    @Test func anyAddressWhereAllIsAllowed() async throws {
        let server = try HTTPServer(configuration: HTTPServer.Configuration.patient, handler: TestHandler.echo)
        for host in ["127.0.0.1", "localhost", "127.1", "[::ffff:127.0.0.1]"] {
            let response = try await HTTPClient().send(
                HTTPClientRequest(method: "POST", url: "http://\(host):\(server.boundPort)/"))
            #expect(response.status == 200)
        }
        await server.stop()
    }
}
