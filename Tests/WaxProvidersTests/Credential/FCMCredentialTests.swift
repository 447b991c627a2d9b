// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxFields
import WaxJSON
import WaxProviders

@Suite struct FCMCredentialTests {
    private let hosts: [HostRule]
    private let account: JSONObject

    init() throws {
        hosts = try ProviderEndpoints().tokenHosts
        account = [
            "type": "service_account", "project_id": "demo-project", "private_key_id": "abc123",
            "private_key": .string(try TestKeys.rsa.get().pemRepresentation),
            "client_email": "push@demo-project.iam.gserviceaccount.com", "client_id": "1234",
            "auth_uri": "https://accounts.google.com/o/oauth2/auth",
            "token_uri": "https://oauth2.googleapis.com/token", "universe_domain": "googleapis.com",
        ]
    }

    private func parse(_ account: JSONValue) throws -> FCMCredential {
        try Self.parse(["service_account": account], tokenHosts: hosts)
    }

    private static func parse(_ object: JSONObject, tokenHosts: [HostRule]) throws(FieldProblems) -> FCMCredential {
        let fields = FieldReader(["fcm": .object(object)])
        let credential = fields.nested("fcm") { FCMCredential.read($0, tokenHosts: tokenHosts) }.value
        try fields.finish()
        guard let credential else { throw FieldProblems([]) }
        return credential
    }

    /// What is wrong, as `field code`.
    private func problems(_ object: JSONObject) -> [String] {
        FieldProblems.found { () throws(FieldProblems) in _ = try Self.parse(object, tokenHosts: hosts) }
    }

    private func with(_ name: String, _ value: JSONValue?) -> JSONObject {
        var account = account
        account[name] = value
        return ["service_account": .object(account)]
    }

    @Test func parts() throws {
        let text = JSONValue.object(account).pretty.text
        for value in [JSONValue.object(account), .string(text)] {
            let credential = try parse(value)
            #expect(credential.projectID == "demo-project")
            #expect(credential.clientEmail == "push@demo-project.iam.gserviceaccount.com")
            #expect(credential.privateKeyID == "abc123")
            #expect(credential.tokenURI == "https://oauth2.googleapis.com/token")
            let signature = try credential.privateKey.signature(for: [1, 2, 3])
            #expect(try TestKeys.rsa.get().publicKey.isValidSignature(signature, for: [1, 2, 3]))
        }
    }

    @Test(
        arguments: [
            ("type", nil, "required"), ("type", "authorized_user", "format"), ("project_id", nil, "required"),
            ("project_id", "../x", "format"), ("project_id", "a b", "format"),
            ("project_id", "..", "format"), ("private_key_id", "", "format"),
            ("private_key_id", 5, "type"), ("client_email", "nobody", "format"),
            ("client_email", "a@b c", "format"), ("private_key", "x", "format"),
            ("private_key", .null, "not_null"), ("token_uri", nil, "required"),
            ("token_uri", "http://oauth2.googleapis.com/token", "format"),
            ("token_uri", "https://evil.example/token", "format"),
            ("token_uri", "https://oauth2.googleapis.com.evil.example/", "format"),
            ("token_uri", "https://oauth2.googleapis.com@evil.example/", "format"),
            ("token_uri", "https://evil.example\\@oauth2.googleapis.com/", "format"),
        ] as [(String, JSONValue?, String)])
    func oneProblem(field: String, value: JSONValue?, code: String) {
        #expect(problems(with(field, value)) == ["fcm.service_account.\(field) \(code)"])
    }

    @Test func anApplePrivateKeyIsNoKeyForGoogle() {
        let pem = P256.Signing.PrivateKey().pemRepresentation
        #expect(problems(with("private_key", .string(pem))) == ["fcm.service_account.private_key format"])
    }

    @Test(
        arguments: [
            ([:], "required"), (["service_account": nil], "not_null"), (["service_account": 5], "type"),
            (["service_account": "not JSON"], "format"), (["service_account": "[]"], "format"),
        ] as [(JSONObject, String)])
    func noAccount(object: JSONObject, code: String) {
        #expect(problems(object) == ["fcm.service_account \(code)"])
    }

    @Test func unknownMembersAreRefusedBesideTheAccountOnly() {
        var object = with("extra", "x")
        #expect(problems(object).isEmpty)
        object.append("server_key", "x")
        #expect(problems(object) == ["fcm.server_key unknown_field"])
    }

    @Test func otherHostsByConfiguration() throws {
        var account = account
        account["token_uri"] = "https://127.0.0.1:9000/token"
        let rule = try #require(HostRule("127.0.0.1:9000"))
        let credential = try Self.parse(["service_account": .object(account)], tokenHosts: [rule])
        #expect(credential.tokenURI == "https://127.0.0.1:9000/token")
        #expect(problems(["service_account": .object(account)]) == ["fcm.service_account.token_uri format"])
    }

    @Test func storedFormComesBack() throws {
        let credential = try parse(.object(account))
        let read = try FCMCredential(encoded: credential.encoded())
        #expect(read.identity == credential.identity)
        #expect(read.projectID == credential.projectID)
        #expect(read.encoded() == credential.encoded())
        for bytes in ["", "{}", "[]", "{"] {
            #expect(throws: ProviderError.credentialUnreadable) { try FCMCredential(encoded: bytes.bytes) }
        }
    }

    @Test func nothingShowsTheKey() throws {
        let pem = try TestKeys.rsa.get().pemRepresentation
        try Redaction.check(try parse(.object(account)), hides: pem)
        let problems = try #require(throws: FieldProblems.self) {
            try Self.parse(with("token_uri", "x"), tokenHosts: hosts)
        }
        try Redaction.check(problems, hides: pem)
    }
}
