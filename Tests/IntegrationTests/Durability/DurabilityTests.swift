// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxJSON

/// What a running server writes, syncs and sends, as the kernel was asked for it.
@Suite(
    .bounded, .timeLimit(.minutes(4)), .enabled("strace is missing or may not trace") { try await Strace.isAllowed() })
struct DurabilityTests {
    @Test func noAnswerLeavesBeforeWhatItSaysIsOnTheDisk() async throws {
        let directory = try TemporaryDirectory()
        let trace = directory.file("trace")
        // As a grandchild strace lets the server be the process that is started here, and so be stopped.
        let server = try await WaxwingProcess(
            data: directory.file("data"), options: ["--allow-tracing"], environment: [("WAXWING_RATE_LIMITS", "off")],
            wrapper: [
                try #require(Strace.path), "-D", "-f", "-yy", "-s", "10000", "-o", trace, "-e",
                "trace=network,read,write,writev,pwrite64,pwritev,pwritev2,sendfile,fsync,fdatasync,openat",
            ])
        let api = APIClient(url: server.url, key: try await server.makeKey(mode: "test"))
        let count = try await Self.writeFromManySides(api)
        try await server.stop()

        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: trace)), as: UTF8.self)
        let check = DurabilityCheck(try SystemCallTrace(parsing: text), port: server.port)
        #expect(check.violations == [])
        #expect(check.checked == count)
    }

    /// Writes of every kind, many at once, then those that leave no marker one after the other; how many there were.
    private static func writeFromManySides(_ api: APIClient) async throws -> Int {
        let sides = 8
        let devices = try await withThrowingTaskGroup(of: [String].self) { tasks in
            for side in 0..<sides {
                tasks.addTask {
                    let app = try await api.make("POST", "/v1/push/apps", ["name": .string("durable-app-\(side).")])
                    let id = try app.string("id")
                    try await api.make("PATCH", "/v1/push/apps/\(id)", ["name": .string("durable-change-\(side).")])
                    var devices: [String] = []
                    for number in 0..<4 {
                        let user = "durable-user-\(side)-\(number)."
                        let device = try await api.make(
                            "PUT", "/v1/push/devices",
                            [
                                "app_id": .string(id), "platform": "android", "token": .string("test_accept-\(number)"),
                                "user_id": .string(user),
                            ])
                        devices.append(try device.string("id"))
                        try await api.make(
                            "POST", "/v1/push",
                            [
                                "app_id": .string(id), "user_ids": [.string("durable-push-\(side)-\(number).")],
                                "title": "Title",
                            ])
                    }
                    return devices
                }
            }
            return try await tasks.reduce(into: []) { $0 += $1 }
        }
        for device in devices {
            let answer = try await api.call("DELETE", "/v1/push/devices/\(device)")
            #expect(answer.status == 204)
        }
        return sides * (2 + 4 * 2) + devices.count
    }
}
