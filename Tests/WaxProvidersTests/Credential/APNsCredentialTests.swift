// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxFields
import WaxJSON
import WaxProviders

@Suite struct APNsCredentialTests {
    private let key = P256.Signing.PrivateKey()
    private let sandboxKey = P256.Signing.PrivateKey()

    private var object: JSONObject {
        [
            "team_id": "TEAM123456", "bundle_id": "com.example.app", "key_id": "KEY1234567",
            "private_key": .string(key.pemRepresentation),
        ]
    }

    private static func parse(
        _ object: JSONObject, changing present: APNsCredential? = nil
    ) throws(FieldProblems) -> APNsCredential {
        let fields = FieldReader(["apns": .object(object)])
        let credential = fields.nested("apns") { APNsCredential.read($0, changing: present) }.value
        try fields.finish()
        guard let credential else { throw FieldProblems([]) }
        return credential
    }

    /// What is wrong, as `field code`.
    private func problems(_ object: JSONObject, changing present: APNsCredential? = nil) -> [String] {
        FieldProblems.found { () throws(FieldProblems) in _ = try Self.parse(object, changing: present) }
    }

    private func with(_ name: String, _ value: JSONValue?) -> JSONObject {
        var object = object
        object[name] = value
        return object
    }

    @Test func parts() throws {
        let credential = try Self.parse(object)
        #expect(credential.teamID == "TEAM123456")
        #expect(credential.bundleID == "com.example.app")
        #expect(credential.key.keyID == "KEY1234567")
        #expect(credential.key.publicKey == Array(key.publicKey.rawRepresentation))
        #expect(credential.signingKey(for: .sandbox).keyID == "KEY1234567")
    }

    @Test func sandboxPair() throws {
        var object = object
        object.append("sandbox_key_id", "SANDBOX123")
        #expect(problems(object) == ["apns.sandbox_private_key required"])
        object.append("sandbox_private_key", .string(sandboxKey.pemRepresentation))
        let credential = try Self.parse(object)
        #expect(credential.signingKey(for: .sandbox).keyID == "SANDBOX123")
        #expect(credential.signingKey(for: .production).keyID == "KEY1234567")
        #expect(problems(with("sandbox_private_key", "x")).contains("apns.sandbox_key_id required"))
    }

    @Test(
        arguments: [
            ("team_id", nil, "required"), ("team_id", .null, "not_null"), ("team_id", 7, "type"),
            ("team_id", "TEAM12345", "format"), ("team_id", "TEAM12345é", "format"),
            ("team_id", "TEAM 12345", "format"), ("bundle_id", "", "format"),
            ("bundle_id", "com/example", "format"), ("bundle_id", "com.example\n", "format"),
            ("bundle_id", .string(String(repeating: "a", count: 156)), "format"),
            ("key_id", "KEY12345678", "format"), ("private_key", nil, "required"),
            ("private_key", "-----BEGIN PRIVATE KEY-----", "format"), ("private_key", [], "type"),
            ("passphrase", "x", "unknown_field"),
        ] as [(String, JSONValue?, String)])
    func oneProblem(field: String, value: JSONValue?, code: String) {
        #expect(problems(with(field, value)) == ["apns.\(field) \(code)"])
    }

    @Test func anRSAKeyIsNoKeyForApple() throws {
        let pem = try TestKeys.rsa.get().pemRepresentation
        #expect(problems(with("private_key", .string(pem))) == ["apns.private_key format"])
    }

    @Test func allProblemsAtOnce() {
        #expect(
            problems([:]) == [
                "apns.team_id required", "apns.bundle_id required", "apns.key_id required",
                "apns.private_key required",
            ])
    }

    @Test func changing() throws {
        let sandbox = APNsSigningKey(keyID: "SANDBOX123", privateKey: sandboxKey)
        let present = TestKeys.apns(key: key, sandboxKey: sandbox)
        #expect(try Self.parse([:], changing: present).encoded() == present.encoded())
        let moved = try Self.parse(["bundle_id": "com.example.new"], changing: present)
        #expect(moved.bundleID == "com.example.new")
        #expect(moved.sandboxKey?.keyID == "SANDBOX123")
        let without = try Self.parse(
            ["sandbox_key_id": nil, "sandbox_private_key": nil], changing: present)
        #expect(without.sandboxKey == nil)
        #expect(without.key.keyID == present.key.keyID)
        // A key and its id belong together, and what is needed cannot be taken away.
        #expect(problems(["key_id": "KEY7654321"], changing: present) == ["apns.private_key required"])
        #expect(problems(["team_id": nil], changing: present) == ["apns.team_id not_null"])
        #expect(problems(["key_id": nil], changing: present).contains("apns.key_id not_null"))
    }

    @Test func storedFormComesBack() throws {
        let sandbox = APNsSigningKey(keyID: "SANDBOX123", privateKey: sandboxKey)
        for credential in [TestKeys.apns(key: key), TestKeys.apns(key: key, sandboxKey: sandbox)] {
            let read = try APNsCredential(encoded: credential.encoded())
            #expect(read.encoded() == credential.encoded())
            #expect(read.key.publicKey == credential.key.publicKey)
        }
        for bytes in ["", "{}", "[]", "{"] {
            #expect(throws: ProviderError.credentialUnreadable) { try APNsCredential(encoded: bytes.bytes) }
        }
    }

    @Test func nothingShowsTheKey() throws {
        let credential = TestKeys.apns(
            key: key, sandboxKey: APNsSigningKey(keyID: "SANDBOX123", privateKey: sandboxKey))
        for secret in [key, sandboxKey] {
            let bytes = Array(secret.rawRepresentation)
            try Redaction.check(credential, hides: secret.pemRepresentation, bytes)
            try Redaction.check(credential.key, hides: secret.pemRepresentation, bytes)
        }
        let pem = key.pemRepresentation
        let broken = pem.replacing("-----END", with: "A-----END")
        let problems = try #require(throws: FieldProblems.self) {
            try Self.parse(with("private_key", .string(broken)))
        }
        try Redaction.check(problems, hides: pem, Array(key.rawRepresentation))
    }
}
