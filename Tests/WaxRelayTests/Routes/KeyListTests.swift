// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxHTTP

@testable import WaxRelay

@Suite struct KeyListTests {
    /// `GET /v1/sealed/keys`: the list that the root key signed, to be kept for an hour, the same for everyone.
    @Test func theList() async throws {
        let relay = try TestRelay()
        let answer = try await relay.call("GET", "/v1/sealed/keys")
        #expect(answer.status == 200 && answer.headers["Cache-Control"] == "max-age=3600")
        let directory = RelayKeyDirectory(relay.directory.file("keys"))
        let rootKey = try directory.rootKey(directory.rootKeyFile)
        let root = try #require(rootKey).publicKey
        let list = try RelayKeyList(parsing: answer.body, signedBy: root, relay: TestRelay.host, hour: relay.hour)
        #expect(list.sealingKey(hour: relay.hour) == relay.keeper.current.plan.active(hour: relay.hour)?.key)
        #expect(try await relay.call("GET", "/v1/sealed/keys", from: "192.0.2.9") == answer)
    }
}
