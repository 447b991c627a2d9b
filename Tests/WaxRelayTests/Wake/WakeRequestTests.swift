// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxEnvelope
import WaxHTTP
import WaxJSON

@testable import WaxRelay

@Suite struct WakeRequestTests {
    private static let nonce = "AAAAAAAAAAAAAAAAAAAAAA"

    private func text(_ tokens: String, v: String = "1", nonce: String? = nonce, kind: String = "\"silent\"") -> [UInt8]
    {
        Array(#"{"v":\#(v),"nonce":"\#(nonce ?? "")","class":\#(kind),"tokens":\#(tokens)}"#.utf8)
    }

    @Test func jsonAndBinary() async throws {
        let relay = try TestRelay()
        let tokens = try (0..<32).map { _ in try relay.token() }
        let list = "[" + tokens.map { "\"\($0.text)\"" }.joined(separator: ",") + "]"
        let json = try WakeRequest(json: text(list, kind: "\"alert\""))
        #expect(json.tokens == tokens && json.kind == .alert && json.nonce == [UInt8](repeating: 0, count: 16))
        let binary = try WakeRequest(
            binary: [UInt8](repeating: 7, count: 16) + tokens.flatMap(\.bytes), query: "silent")
        #expect(binary.tokens == tokens && binary.kind == .silent && binary.nonce == [UInt8](repeating: 7, count: 16))
        #expect(text(list).count < Relay.longestBody)

        let answer = try await relay.call(
            "POST", "/v1/sealed/wake?class=silent", [UInt8](repeating: 7, count: 16) + tokens[0].bytes,
            type: WakeRequest.binaryType)
        #expect(answer == RelayAnswer.accepted)
        relay.settle()
        #expect(relay.sender.sent.count == 1)
    }

    @Test func structuralErrors() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let token = try relay.token().text
        let one = "[\"\(token)\"]"
        let many = "[" + repeatElement("\"\(token)\"", count: 33).joined(separator: ",") + "]"
        let cases: [([UInt8], WakeRequest.Refusal)] = [
            ([], .malformed), (text("[]"), .malformed), (text("{}"), .malformed), (text("[1]"), .malformed),
            (text(one, v: "2"), .malformed), (text(one, v: "\"1\""), .malformed),
            (text(one, nonce: "AAAA"), .malformed),
            (text(one, nonce: "AAAAAAAAAAAAAAAAAAAAAB"), .malformed), (text(one, kind: "\"loud\""), .malformed),
            (text(one, kind: "null"), .malformed), (text("[\"\(token.dropLast())\"]"), .malformed),
            (text("[\"\(token)=\"]"), .malformed), (text("[\"x\(token.dropFirst())\"]"), .malformed),
            (text(many), .tooLarge),
        ]
        for (body, refusal) in cases {
            #expect(throws: refusal) { try WakeRequest(json: body) }
            let answer = try await relay.call("POST", "/v1/sealed/wake", body)
            #expect(answer == (refusal == .malformed ? RelayAnswer.malformed : RelayAnswer.tooLarge))
        }
        let bytes = try relay.token().bytes
        for (body, refusal) in [
            ([], WakeRequest.Refusal.malformed), ([UInt8](repeating: 0, count: 16), .malformed),
            ([UInt8](repeating: 0, count: 15) + bytes, .malformed),
            ([UInt8](repeating: 0, count: 16) + repeatElement(bytes, count: 33).flatMap(\.self), .tooLarge),
            ([UInt8](repeating: 0, count: 16 + 1371), .malformed),
        ] {
            #expect(throws: refusal) { try WakeRequest(binary: body, query: "silent") }
        }
        #expect(throws: WakeRequest.Refusal.malformed) { try WakeRequest(binary: [0] + bytes, query: nil) }
        relay.settle()
        #expect(relay.sender.sent.isEmpty)
    }

    @Test func otherPathsAndMethods() async throws {
        let relay = try TestRelay()
        #expect(try await relay.call("GET", "/v1/sealed/wake").status == 405)
        #expect(try await relay.call("GET", "/").status == 404)
        #expect(try await relay.call("GET", "/health").status == 200)
    }
}
