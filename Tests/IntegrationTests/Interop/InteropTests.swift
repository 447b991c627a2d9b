// SPDX-License-Identifier: Apache-2.0
import Foundation
import HonkioPush
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxSystem

/// An implementation in Python that shares nothing with this one opens what a server seals, and the reverse.
@Suite(
    .bounded, .timeLimit(.minutes(4)), .enabled(if: python != nil, "WAXWING_PYTHON names no interpreter"))
struct InteropTests {
    @Test func pythonOpensWhatAServerSeals() async throws {
        let server = try await BareServer()
        let check = try ChildProcess([
            try #require(python), Self.script("server_check.py"), server.process.url, server.test.key, "--pushes",
            "200",
        ])
        #expect(try await check.end() == .exited(0), "\(check.errors)")
        #expect(check.output.contains("200 pushes, 400 deliveries opened, all as sent"))
    }

    @Test func pythonIsAPushServiceOfBrowsers() async throws {
        let directory = try TemporaryDirectory()
        let server = try await WaxwingProcess(
            data: directory.file("data"), options: ["--allow-private-targets"],
            environment: [("WAXWING_RATE_LIMITS", "off")])
        let check = try ChildProcess([
            try #require(python), Self.script("web_push_check.py"), server.url, try await server.makeKey(mode: "live"),
            "--pushes", "100",
        ])
        #expect(try await check.end() == .exited(0), "\(check.errors)")
        #expect(check.output.contains("100 pushes, 400 deliveries opened, all as sent"))
    }

    @Test func aPhoneOpensWhatPythonSeals() async throws {
        let directory = try TemporaryDirectory()
        let keychain = PushKeychain(store: FileKeyStore(directory: directory.path))
        let publicKey = try keychain.encryptionPublicKey()
        let plaintexts = (0..<200).map(Self.plaintext)
        let envelopes = try await Self.seal(plaintexts, to: publicKey.publicKey)
        try #require(envelopes.count == plaintexts.count)
        for (plaintext, envelope) in zip(plaintexts, envelopes) {
            #expect(envelope["kid"]?.stringValue == publicKey.keyID)
            let expected = try PushContent(plaintext: Array(plaintext.utf8))
            #expect(try keychain.open(data: ["hk": envelope.text]) == expected)
            let notification: JSONValue = ["aps": ["mutable-content": 1], "hk": envelope]
            #expect(try keychain.open(notification: notification.compact) == expected)
            // Number text and order stay as they were sealed.
            #expect(String(decoding: expected.plaintext, as: UTF8.self) == plaintext)
        }
    }

    @Test func anEnvelopeOfPythonOpensByteForByte() async throws {
        let key = P256.KeyAgreement.PrivateKey()
        let plaintexts = (0..<200).map { String(repeating: "é\u{0}/\"", count: $0) }
        let envelopes = try await Self.seal(plaintexts, to: HKPublicKey(key.publicKey).text)
        try #require(envelopes.count == plaintexts.count)
        for (plaintext, envelope) in zip(plaintexts, envelopes) {
            let opened = try HKEnvelope(parsing: envelope.compact).open(with: key)
            #expect(Array(opened) == Array(plaintext.utf8))
        }
    }

    /// Has hpke_check.py seal each text to a public key.
    private static func seal(_ plaintexts: [String], to publicKey: String) async throws -> [JSONValue] {
        let requests = plaintexts.flatMap { plaintext in
            let request: JSONValue = [
                "op": "seal", "public_key": .string(publicKey),
                "plaintext_b64": .string(Data(plaintext.utf8).base64EncodedString()),
            ]
            return request.compact + [UInt8(ascii: "\n")]
        }
        let filter = try ChildProcess([try #require(python), script("hpke_check.py")], input: requests)
        #expect(try await filter.end() == .exited(0), "\(filter.errors)")
        return try filter.output.split(separator: "\n").map { line in
            try #require(try JSONReader.parse(Array(line.utf8))["envelope"])
        }
    }

    /// The text of a push, each other than the rest.
    private static func plaintext(_ number: Int) -> String {
        let members = [
            #""title":"Nr. \#(number) – é e\#u{301} \#u{1F426}""#,
            #""body":"\#(String(repeating: "x/", count: number * 5))""#,
            #""data":{"b":\#(number).50,"a":1234567890123456789\#(number),"list":[null,true,{}]}"#,
            #""badge":\#(number)"#,
            #""sound":"default""#, #""thread_id":"t\#(number)""#,
        ]
        return "{" + members.enumerated().filter { number & 1 << $0.offset == 0 }.map(\.element).joined(separator: ",")
            + "}"
    }

    private static func script(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Interop/\(name)").path
    }
}

/// The interpreter of an environment with what the scripts import.
private let python = ProcessInfo.processInfo.environment["WAXWING_PYTHON"]
