// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxJSON

@Suite(.bounded, .timeLimit(.minutes(4))) struct KeysCommandTests {
    @Test(arguments: ["live", "test"])
    func aKeyIsPrintedAloneAndWorksAtOnce(_ mode: String) async throws {
        let server = try await BareServer()
        let result = try await WaxwingProcess.run([
            "keys", "create", "--data", server.process.data, "--mode", mode, "--label", "backend",
        ])
        #expect(result.end == .exited(0))
        #expect(result.errors.isEmpty)
        #expect(try result.output.wholeMatch(of: Regex("mk_\(mode)_[0-9A-Za-z]{27,}\n")) != nil)
        let api = APIClient(url: server.process.url, key: String(result.output.dropLast()))
        let app = try await api.make("POST", "/v1/push/apps", ["name": "x"])
        #expect(app["mode"]?.stringValue == mode.uppercased())
        // All keys of one mode see the same.
        let first = mode == "live" ? server.live : server.test
        #expect(try await first.list("/v1/push/apps").contains { $0["id"] == app["id"] })
    }

    @Test func keysAreMadeWhileNoServerRuns() async throws {
        let directory = try TemporaryDirectory()
        let data = directory.file("data")
        let result = try await WaxwingProcess.run(["keys", "create", "--data", data, "--mode", "test"])
        let server = try await WaxwingProcess(data: data)
        let api = APIClient(url: server.url, key: String(result.output.dropLast()))
        #expect(try await api.call("GET", "/v1/push/apps").status == 200)
    }

    @Test func manyKeysAreMadeAtOnce() async throws {
        let server = try await BareServer()
        let keys = try await withThrowingTaskGroup(of: String.self) { tasks in
            for _ in 0..<8 { tasks.addTask { try await server.process.makeKey(mode: "test") } }
            return try await tasks.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(keys.count == 8)
        for key in keys {
            #expect(try await APIClient(url: server.process.url, key: key).call("GET", "/v1/push/apps").status == 200)
        }
    }

    @Test(arguments: [
        ["keys", "create", "--data", "DIR"],
        ["keys", "create", "--data", "DIR", "--mode", "prod"],
        ["keys", "create", "--data", "DIR", "--mode", "test", "--label", ""],
        ["keys", "revoke"], ["keys", "create", "--data", "DIR", "--mode", "test", "extra"],
    ])
    func wrongArgumentsMakeNoKey(_ arguments: [String]) async throws {
        let directory = try TemporaryDirectory()
        let result = try await WaxwingProcess.run(arguments.map { $0 == "DIR" ? directory.file("data") : $0 })
        #expect(result.end == .exited(2))
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("waxwing: "))
    }
}
