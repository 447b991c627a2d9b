// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing
import WaxSystem

@testable import WaxHTTP

@Suite struct WorkerExecutorTests {
    /// Threads are compared by their number.
    private static func thread() -> UInt { UInt(pthread_self()) }

    @Test func handlersGoOnWhereTheyBegan() async throws {
        let gate = Gate()
        let server = try HTTPServer(
            configuration: HTTPServer.Configuration.patient,
            handler: TestHandler { _ in
                let before = Self.thread()
                _ = await gate.pass()
                return .text(Self.thread() == before ? "same" : "another")
            })
        let clients = try (0..<8).map { _ in try RawClient(port: server.boundPort) }
        for client in clients { client.get("/") }
        await gate.arrivals(clients.count)
        gate.open()
        for client in clients { #expect(await client.response()?.text == "same") }
        await server.stop()
    }

    @Test func otherThreadsRunWhatAnEndedWorkerLeaves() async {
        let gate = Gate()
        let executor = WorkerExecutor(wake: PollSignal())
        let left = Task(executorPreference: executor) { 1 }
        executor.end()
        #expect(await left.value == 1)
        let late = Task(executorPreference: executor) { await gate.pass() }
        await gate.arrivals(1)
        gate.open()
        #expect(await late.value)
    }
}
