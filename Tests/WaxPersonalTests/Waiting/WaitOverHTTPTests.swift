// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxPersonal

/// Requests that wait at a real server.
@Suite(.serialized) struct WaitOverHTTPTests {
    private let rig: PersonalRig
    private let server: HTTPServer

    init() throws {
        var options = PersonalService.Options()
        options.waitsPerAccount = 400
        rig = try PersonalRig(options)
        var configuration = HTTPServer.Configuration()
        configuration.inspectionInterval = .milliseconds(20)
        server = try HTTPServer(configuration: configuration, handler: PersonalAPI(rig.service))
    }

    private func wait() throws -> RawClient {
        let client = try RawClient(port: server.boundPort)
        client.send(
            "GET /notifications/answers/1?wait=25 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(rig.key)\r\n\r\n"
        )
        return client
    }

    private func threadCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    }

    @Test func clientsThatHangUpGiveTheirPlacesBack() async throws {
        _ = try await rig.notify(["actions": [["id": "yes", "title": "Yes"]]])
        let clients = try (0..<100).map { _ in try wait() }
        while rig.service.waits.count < 100 { await Task.yield() }
        for client in clients.dropFirst() { client.close() }
        while rig.service.waits.count > 1 { await Task.yield() }
        let tap = try await rig.call("POST", "/notifications/answers/1", key: rig.token, ["action_id": "yes"])
        #expect(tap.status == 204)
        while rig.service.waits.count > 0 { await Task.yield() }
        await server.stop()
    }

    @Test func noThreadWaitsWithThem() async throws {
        _ = try await rig.notify(["actions": [["id": "yes", "title": "Yes"]]])
        let first = try wait()
        while rig.service.waits.count < 1 { await Task.yield() }
        let before = try threadCount()
        let clients = try (0..<300).map { _ in try wait() }
        while rig.service.waits.count < 301 { await Task.yield() }
        // Other tests run beside this one and have threads of their own, but not hundreds.
        #expect(try threadCount() < before + 200)
        first.close()
        for client in clients { client.close() }
        await server.stop()
    }
}
