// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxEnvelope

/// What programs in other languages seal opens here.
@Suite(
    .bounded, .timeLimit(.minutes(5)), .enabled(if: PW1Sealer.tools != nil, "WAXWING_PYTHON names no interpreter"))
struct PW1SealerTests {
    @Test(arguments: PW1Sealer.Language.allCases)
    func whatAnotherLanguageSealsOpens(_ language: PW1Sealer.Language) async throws {
        try await check(PW1Sealer(language))
    }

    @Test(
        .enabled(if: samples != nil, "WAXWING_SEED_DOCS names no folder"), arguments: PW1Sealer.Language.allCases)
    func whatThePrintedSampleSealsOpens(_ language: PW1Sealer.Language) async throws {
        let url = URL(fileURLWithPath: try #require(samples)).appendingPathComponent("end-to-end-encryption.txt")
        let page = try String(contentsOf: url, encoding: .utf8)
        try await check(PW1Sealer(language, sample: try Self.sample(of: language, in: page)))
    }

    /// A sealer of one's own refuses what a device would clip, as the page asks for in front of its samples.
    @Test(arguments: PW1Sealer.Language.allCases)
    func whatADeviceWouldClipIsRefused(_ language: PW1Sealer.Language) async throws {
        let messages: [PW1Sealer.Message] = [
            .init(title: "", body: "b"), .init(title: "t", body: ""),
            .init(title: String(repeating: "é", count: 257), body: "b"),
            .init(title: "t", body: "b", subtitle: String(repeating: "\u{1F426}", count: 257)),
            .init(title: "t", body: String(repeating: "b", count: 4097)),
            .init(title: "t", body: String(repeating: "b", count: 2267 - Self.frame)),
        ]
        #expect(try await PW1Sealer(language).seal(messages, with: PW1Key()) == messages.map { _ in nil })
    }

    private func check(_ sealer: PW1Sealer) async throws {
        let key = PW1Key()
        let messages = Self.messages
        let envelopes = try await sealer.seal(messages, with: key)
        for (message, text) in zip(messages, envelopes) {
            let envelope = try PW1Envelope(try #require(text))
            #expect(envelope.kid == key.keyID)
            let content = try envelope.open(with: key)
            let isSame =
                content.title == message.title && content.body == message.body
                && content.subtitle ?? "" == message.subtitle && content.url ?? "" == message.url
            #expect(isSame, "a message of \(message.body.utf8.count) bytes")
        }
        #expect(Set(envelopes).count == envelopes.count)
        try await checkThatAServerTakes(envelopes.compactMap { $0 })
    }

    private func checkThatAServerTakes(_ envelopes: [String]) async throws {
        let directory = try TemporaryDirectory()
        let server = try await WaxwingProcess(data: directory.file("data"))
        let api = APIClient(url: server.url, key: try await server.makePersonalKey(account: "sealers"))
        for envelope in envelopes {
            let answer = try await api.call("POST", "/notifications", ["encrypted": .string(envelope)])
            #expect(answer.status == 201)
            #expect(try answer.string("encrypted") == envelope)
            #expect(try answer.string("title") == "Encrypted notification")
        }
        try await server.stop()
    }

    /// `{"title":"t","body":""}`
    private static let frame = 23

    /// All sizes around a block and around the largest, and texts that are written in several ways.
    private static var messages: [PW1Sealer.Message] {
        let texts = [
            "\u{0}\u{1F}\"\\/", "é e\u{301} \u{1F426} \u{2028}\u{2029}", "<b>&amp;</b>", "\u{FEFF}x\u{7F}", " ",
        ]
        let named = texts.map {
            PW1Sealer.Message(title: $0, body: $0, subtitle: $0, url: "https://example.com/?q=1&r=2")
        }
        let sizes = [1, 2] + (40...44) + (104...110) + (2216...2220) + (2238...2243)
        return named + sizes.map { PW1Sealer.Message(title: "t", body: String(repeating: "b", count: $0)) }
    }

    /// The code of a sample: from its first line to its last.
    private static func sample(of language: PW1Sealer.Language, in page: String) throws -> String {
        let (first, last) =
            switch language {
            case .python: ("import base64, json, os\n", "\n    return envelope\n")
            case .node: ("import { createCipheriv", "\n  return envelope;\n}\n")
            case .go: ("package e2e\n", "\n\treturn envelope, nil\n}\n")
            case .webCrypto: ("const utf8 = new TextEncoder();\n", "\n  return envelope;\n}\n")
            }
        let start = try #require(page.range(of: first))
        let end = try #require(page.range(of: last, range: start.lowerBound..<page.endIndex))
        return String(page[start.lowerBound..<end.upperBound])
    }
}

/// The folder with the pages whose samples are run; nil when none is given.
private let samples = ProcessInfo.processInfo.environment["WAXWING_SEED_DOCS"]
