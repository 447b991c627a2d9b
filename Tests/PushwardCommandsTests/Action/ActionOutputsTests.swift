// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxSystem

@testable import PushwardCommands

@Suite struct ActionOutputsTests {
    /// Bytes that count up, so that each delimiter is another one.
    private final class Counting: RandomSource {
        private let next = Locked<UInt8>(0)
        func bytes(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in
                next.withLock { next in
                    defer { next += 1 }
                    return next
                }
            }
        }
    }

    @Test(arguments: [
        (#"{"id":4310,"status":"x","slug":"s"}"#, ["id=4310", "slug=s", "status=x"]),
        (
            #"{"notification_id":7,"status":"answered","action_id":"yes","text":"later\nor not"}"#,
            ["id=7", "answer=yes", "answer-text=later\nor not", "status=answered"]
        ),
        (#"{"id":"a","action_id":null,"text":5}"#, ["id=a", "answer-text=5"]), ("[1]", []), ("plain", []),
        (#"{"id":12345678901234567890}"#, ["id=12345678901234567890"]),
    ])
    func fieldsOfTheResponseAreHandedOn(printed: String, expected: [String]) {
        let outputs = ActionOutputs(printed: Array("\(printed)\n".utf8))
        #expect(outputs.values.map { "\($0.name)=\($0.value)" } == ["response=\(printed)"] + expected)
        #expect(outputs.warning == nil)
    }

    @Test func nothingComesOfNothing() {
        #expect(ActionOutputs(printed: []).values.isEmpty)
        #expect(ActionOutputs(printed: []).text(random: Counting()) == "")
    }

    @Test func aLongResponseIsLeftOut() {
        let filler = String(repeating: "x", count: ActionOutputs.maximumResponseBytes)
        let outputs = ActionOutputs(printed: Array(#"{"id":1,"filler":"\#(filler)"}"#.utf8))
        #expect(outputs.values.map(\.name) == ["id"])
        #expect(outputs.warning == "the response is longer than 512 KiB, so the output response is empty")
    }

    @Test func noValueEndsItsOwnBlock() {
        let (first, second) = ("end_0123456789abcdef", "end_ghijklmnopqrstuv")
        let outputs = ActionOutputs(printed: Array(#"{"text":"\#(first)\nid<<x"}"#.utf8))
        let text = outputs.text(random: Counting())
        #expect(text.hasPrefix("response<<\(second)\n"), "the first delimiter stands in the value")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 8 && lines[2] == second && lines[7] == "")
        #expect(lines[3].hasPrefix("answer-text<<end_") && lines[6] == lines[3].dropFirst("answer-text<<".count))
    }
}
