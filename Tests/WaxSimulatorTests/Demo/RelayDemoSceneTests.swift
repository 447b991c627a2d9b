// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON
import WaxSimulator
import waxwing_simulator

@Suite struct RelayDemoSceneTests {
    private func scene(_ change: (inout RelayDemoScene) -> Void = { _ in }) -> RelayDemoScene {
        var scene = RelayDemoScene(phone: "abcd")
        func token(_ seed: Int) -> String {
            "spt1.AQE" + String((0..<1825).map { Character(UnicodeScalar(UInt8(97 + ($0 * seed + seed) % 26))) })
        }
        scene.tokens = ["Alice": token(3), "Bob": token(7)]
        scene.events = [
            RelayDemoScene.Event(sender: "Alice", text: "hello", waker: "Alice", wakes: [["Alice"]], texts: ["hello"])
        ]
        (scene.oldKey, scene.newKey) = ("1", "2")
        let answer: JSONValue = ["status": 202, "body": "{}"]
        scene.answers = ["Alice": answer, "Bob": answer, "Bob, revoked": answer]
        change(&scene)
        return scene
    }

    /// Nothing was pushed in a scene that a test makes; what is said of pushes is always among the problems.
    private func problems(_ change: (inout RelayDemoScene) -> Void = { _ in }) -> [String] {
        scene(change).problems.filter { !$0.contains("Apple was given") }
    }

    @Test func whatMustHold() {
        #expect(problems().isEmpty || problems() == ["what Apple was given has more than one size"])
        let base = problems().count
        let changes: [(String, (inout RelayDemoScene) -> Void)] = [
            (
                "woke the phone 2 times",
                {
                    $0.events = [
                        RelayDemoScene.Event(
                            sender: "Alice", text: "hello", waker: "Alice", wakes: [["Alice"], ["the chat server"]],
                            texts: ["hello"])
                    ]
                }
            ),
            (
                "was not found",
                {
                    $0.events = [
                        RelayDemoScene.Event(
                            sender: "Alice", text: "hello", waker: "Alice", wakes: [["Alice"]], texts: [])
                    ]
                }
            ), ("differ in length", { $0.tokens["Bob"] = String(($0.tokens["Bob"] ?? "").dropLast()) }),
            ("characters in common", { $0.tokens["Bob"] = $0.tokens["Alice"] }), ("no new key", { $0.newKey = "1" }),
            ("the chat server saw", { $0.chatSaw = ["a push to abcd"] }),
            ("the relay's log holds", { $0.log = "hello" }), ("log holds 'spt1.'", { $0.log = "spt1.A" }),
            ("answers differ", { $0.answers["Bob, revoked"] = ["status": 410, "body": "{}"] }),
        ]
        for (problem, change) in changes {
            let found = problems(change)
            #expect(found.count == base + 1, "\(problem): \(found)")
            #expect(found.contains { $0.contains(problem) }, "\(problem): \(found)")
        }
        #expect(scene().problems.contains { $0.contains("Apple was given 0 pushes, not 2") })
    }
}
