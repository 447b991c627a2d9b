// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxSimulator
import WaxSystem

/// What was answered with 202 outlives the server, and what was not can be sent again.
@Suite(.bounded, .timeLimit(.minutes(4))) struct AcceptedPushTests {
    @Test func everyPushIsMadeOnceThoughTheServerDiesWhileTheyCome() async throws {
        let stage = try await Stage()
        let phone = try await stage.phone(Stage.android, user: "user")
        // Nothing is answered by Google until all is over.
        stage.simulator.order(.hold, service: .fcm, times: nil)
        let accepted = try await Self.sendUntilTheServerDies(stage)
        stage.simulator.clearFaults()
        try await stage.start()

        // Who had no answer asks again, and so does who had one.
        var pushes: Set<String> = []
        for number in 0..<Self.count {
            let answer = try await Self.send(stage.api, stage, number)
            #expect(answer.status == 202)
            let id = try answer.string("id")
            if let before = accepted[number] {
                #expect(before == id)
                #expect(answer.headers["idempotent-replayed"] == "true")
            }
            pushes.insert(id)
        }
        #expect(pushes.count == Self.count)
        for push in pushes { #expect(try await stage.api.finished(push)["status"] == "sent") }
        let shown = try #require(await phone.shown(atLeast: Self.count, within: .seconds(30)))
        let copies = Dictionary(grouping: shown, by: \.title).mapValues(\.count)
        #expect(copies.count == Self.count)
        #expect(copies.values.allSatisfy { $0 <= 2 })
        #expect(try await stage.api.list("/v1/push").count == Self.count)
    }

    private static let count = 200

    /// Sends from several sides and kills the server once some answers are there; the ids that were answered.
    private static func sendUntilTheServerDies(_ stage: Stage) async throws -> [Int: String] {
        let accepted = Locked<[Int: String]>([:])
        let (api, server, lanes) = (stage.api, stage.server, 8)
        await withTaskGroup(of: Void.self) { tasks in
            for lane in 0..<lanes {
                tasks.addTask {
                    for number in stride(from: lane, to: count, by: lanes) {
                        guard let answer = try? await send(api, stage, number), let id = try? answer.string("id") else {
                            return
                        }
                        let sum = accepted.withLock { accepted in
                            accepted[number] = id
                            return accepted.count
                        }
                        if sum == count / 2 { server.process.kill(9) }
                    }
                }
            }
        }
        _ = try await server.process.end()
        let ids = accepted.withLock { $0 }
        #expect((count / 2..<count).contains(ids.count))
        return ids
    }

    private static func send(_ api: APIClient, _ stage: Stage, _ number: Int) async throws -> APIClient.Answer {
        try await api.call(
            "POST", "/v1/push", stage.push(to: "user", ["title": .string("Push \(number)")]),
            headers: [("Idempotency-Key", "push \(number)")])
    }
}
